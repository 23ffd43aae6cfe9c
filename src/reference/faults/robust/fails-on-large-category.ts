import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnLargeCategory: Fault = {
  id: 'fails-on-large-category',
  title: 'Fails where a category id is above 2^53 - 1',
  breaks: ['robust.no-server-error', 'create.int64'],
  follows: ['create.rejects.overflow-category', 'create.each-status', 'create.status-optional', 'create.text'],
  apply: (base) =>
    crash(
      base,
      ({ operation, body }) => operation === 'create' && /"categoryId":\s*9\d{15,18}\b/.test(body.toString()),
    ),
};
