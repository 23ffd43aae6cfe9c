import { countBy } from '../../requota.ts';
import type { LegalVariant } from '../../variant.ts';

export const unauthorizedCountedByKey: LegalVariant = {
  id: 'unauthorized-counted-by-key',
  title: 'Counts every unknown key on its own',
  apply: (base) =>
    countBy(base, (name, request, tier) => (tier === 'anonymous' ? (base.credential(request) ?? name) : name)),
};
