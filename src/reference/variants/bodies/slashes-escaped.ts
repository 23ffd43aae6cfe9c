import type { LegalVariant } from '../../variant.ts';

export const slashesEscaped: LegalVariant = {
  id: 'slashes-escaped',
  title: 'Writes / as \\/',
  apply: (base) => ({ ...base, write: (json) => base.write(json).replaceAll('/', '\\/') }),
};
