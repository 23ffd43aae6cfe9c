import { always, mapHeaders, reshapeAnswer } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const headerNamesInUpperCase: LegalVariant = {
  id: 'header-names-in-upper-case',
  title: 'Writes header names in upper case',
  apply: (base) =>
    reshapeAnswer(base, always, (answer) => mapHeaders(answer, ([name, value]) => [name.toUpperCase(), value])),
};
