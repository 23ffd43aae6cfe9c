import type { LegalVariant } from '../../variant.ts';

export const lineBreakBehindJson: LegalVariant = {
  id: 'line-break-behind-json',
  title: 'Ends bodies with a line break',
  apply: (base) => ({ ...base, write: (json) => `${base.write(json)}\n` }),
};
