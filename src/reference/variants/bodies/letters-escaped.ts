import type { LegalVariant } from '../../variant.ts';

export const lettersEscaped: LegalVariant = {
  id: 'letters-escaped',
  title: 'Writes letters outside ASCII as \\uXXXX',
  apply: (base) => ({
    ...base,
    write: (json) =>
      base.write(json).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  }),
};
