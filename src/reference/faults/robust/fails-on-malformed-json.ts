import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnMalformedJson: Fault = {
  id: 'fails-on-malformed-json',
  title: 'Fails where the body is not JSON',
  breaks: ['robust.no-server-error', 'create.rejects.malformed-json'],
  apply: (base) =>
    crash(base, (request) => request.operation === 'create' && request.body.length > 0 && !base.readBody(request).ok),
};
