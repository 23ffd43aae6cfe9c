import type { LegalVariant } from '../../variant.ts';

export const sunsetOnly: LegalVariant = {
  id: 'sunset-only',
  title: 'Sends Sunset without Deprecation',
  apply: (base) => ({ ...base, lifecycleHeaders: () => base.lifecycleHeaders().filter(([name]) => name === 'Sunset') }),
};
