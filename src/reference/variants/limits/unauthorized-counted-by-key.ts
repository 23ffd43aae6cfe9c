import type { LegalVariant } from '../../variant.ts';

export const unauthorizedCountedByKey: LegalVariant = {
  id: 'unauthorized-counted-by-key',
  title: 'Counts every unknown key on its own',
  apply: (base) => ({
    ...base,
    counter: (request, customer) => {
      const counter = base.counter(request, customer);
      return customer === null ? { ...counter, name: base.credential(request) ?? counter.name } : counter;
    },
  }),
};
