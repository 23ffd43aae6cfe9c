import { always, mapHeaders, reshapeAnswer } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const headerNamesInLowerCase: LegalVariant = {
  id: 'header-names-in-lower-case',
  title: 'Writes header names in lower case',
  apply: (base) =>
    reshapeAnswer(base, always, (answer) => mapHeaders(answer, ([name, value]) => [name.toLowerCase(), value])),
};
