import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const challengeWithError: LegalVariant = {
  id: 'challenge-with-error',
  title: 'Names the error in the challenge where a key was sent',
  apply: (base) =>
    reshapeAnswer(base, onStatus(401), (answer, request) =>
      base.credential(request) === null
        ? answer
        : withHeader('WWW-Authenticate', 'Bearer realm="animal-store", error="invalid_token"')(answer),
    ),
};
