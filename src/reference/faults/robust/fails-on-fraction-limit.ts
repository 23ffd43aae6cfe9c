import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnFractionLimit: Fault = {
  id: 'fails-on-fraction-limit',
  title: 'Fails where the limit is a fraction',
  breaks: ['robust.no-server-error'],
  apply: (base) => crash(base, ({ query }) => query.get('limit')?.includes('.') ?? false),
};
