import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnMissingCategory: Fault = {
  id: 'fails-on-missing-category',
  title: 'Fails where the category is missing',
  breaks: ['robust.no-server-error', 'create.rejects.missing-category'],
  apply: (base) =>
    crash(
      base,
      ({ operation, body }) => operation === 'create' && body.includes('"name"') && !body.includes('categoryId'),
    ),
};
