import type { LegalVariant } from '../../variant.ts';

export const visibleAfterAWhile: LegalVariant = {
  id: 'visible-after-a-while',
  title: 'Shows created animals after one and a half seconds',
  apply: (base) => ({
    ...base,
    visible: (animal, service) => base.visible(animal, service) && base.now() - animal.createdAt >= 1_500,
  }),
};
