import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnLongId: Fault = {
  id: 'fails-on-long-id',
  title: 'Fails where an id is beyond 64 bits',
  breaks: ['robust.no-server-error'],
  follows: ['get.not-found'],
  apply: (base) => crash(base, ({ operation, path }) => operation === 'get' && /\/\d{19,}$/.test(path)),
};
