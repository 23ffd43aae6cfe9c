import { always, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const mediaTypeInMixedCase: LegalVariant = {
  id: 'media-type-in-mixed-case',
  title: 'Writes the media type in mixed case',
  apply: (base) => reshapeAnswer(base, always, withHeader('Content-Type', 'Application/JSON;Charset="UTF-8"')),
};
