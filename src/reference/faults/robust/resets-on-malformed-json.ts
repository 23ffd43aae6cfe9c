import { failInstead, resetConnection } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const resetsOnMalformedJson: Fault = {
  id: 'resets-on-malformed-json',
  title: 'Breaks the connection where the body is not JSON',
  breaks: ['robust.answers'],
  follows: ['create.rejects.malformed-json'],
  apply: (base) =>
    failInstead(
      base,
      (request) => request.operation === 'create' && request.body.length > 0 && !base.readBody(request).ok,
      resetConnection,
    ),
};
