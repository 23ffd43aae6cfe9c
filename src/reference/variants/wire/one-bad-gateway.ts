import { reshapeAnswer } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const oneBadGateway: LegalVariant = {
  id: 'one-bad-gateway',
  title: 'Answers the ninth request with the 503 page of an intermediary',
  apply: (base) =>
    reshapeAnswer(
      base,
      (_, { serial }) => serial === 9,
      () => ({
        status: 503,
        headers: [['Content-Type', 'text/html']],
        body: '<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>',
      }),
    ),
};
