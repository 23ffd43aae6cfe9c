import type { ServerResponse } from 'node:http';
import type { Change } from '../../../src/reference/behaviour.ts';
import type { Answer, Request } from '../../../src/reference/message.ts';

/** Breaks the connection, or does nothing, instead of responding. */
export const failInstead =
  (when: (request: Request) => boolean, fail: (wire: ServerResponse, answer: Answer) => void): Change =>
  (base) => ({
    deliver: (answer, request, wire) => (when(request) ? fail(wire, answer) : base.deliver(answer, request, wire)),
  });

/** The client sees ECONNRESET. */
export const resetConnection = (wire: ServerResponse): void => {
  wire.socket?.resetAndDestroy();
};

/** Makes the operation throw, which becomes a 500 with the Error body. */
export const crash =
  (when: (request: Request) => boolean): Change =>
  (base) => ({
    list: (request, service) => (when(request) ? stop() : base.list(request, service)),
    create: (request, service) => (when(request) ? stop() : base.create(request, service)),
    get: (request, service) => (when(request) ? stop() : base.get(request, service)),
    unlisted: (request, service) => (when(request) ? stop() : base.unlisted(request, service)),
  });

function stop(): never {
  throw new Error('a fault that is wanted');
}
