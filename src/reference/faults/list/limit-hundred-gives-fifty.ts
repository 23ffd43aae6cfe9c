import type { Fault } from '../../variant.ts';

export const limitHundredGivesFifty: Fault = {
  id: 'limit-hundred-gives-fifty',
  title: 'Gives fifty animals for limit=100',
  breaks: ['list.fills-page'],
  needs: { seed: 150 },
  apply: (base) => ({ ...base, page: (animals, limit, query) => base.page(animals, Math.min(50, limit), query) }),
};
