import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnUnknownStatus: Fault = {
  id: 'fails-on-unknown-status',
  title: 'Fails where the status is unknown to its database',
  breaks: ['robust.no-server-error', 'create.rejects.unknown-status'],
  follows: ['create.rejects.miscased-status'],
  apply: (base) =>
    crash(
      base,
      ({ operation, body }) =>
        operation === 'create' && /"status":\s*"(?!(?:available|pending|sold)")/.test(body.toString()),
    ),
};
