import { onAnswer, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const nextPageLink: LegalVariant = {
  id: 'next-page-link',
  title: 'Links to a next page',
  apply: (base) => reshapeAnswer(base, onAnswer('list', 200), withHeader('Link', '</v1/pets?cursor=b64x>; rel="next"')),
};
