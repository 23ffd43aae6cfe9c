import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const entityTags: LegalVariant = {
  id: 'entity-tags',
  title: 'Sends an ETag with every list and animal',
  apply: (base) =>
    reshapeAnswer(base, onStatus(200), (answer) => withHeader('ETag', `"${answer.body.length}"`)(answer)),
};
