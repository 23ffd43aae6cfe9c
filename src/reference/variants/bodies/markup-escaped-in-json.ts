import type { LegalVariant } from '../../variant.ts';

export const markupEscapedInJson: LegalVariant = {
  id: 'markup-escaped-in-json',
  title: 'Writes <, > and & as \\uXXXX',
  apply: (base) => ({
    ...base,
    write: (json) => base.write(json).replace(/[<>&]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`),
  }),
};
