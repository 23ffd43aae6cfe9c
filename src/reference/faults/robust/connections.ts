import { failInstead, resetConnection, staySilent } from '../../failure.ts';
import { faults } from '../../variant.ts';

/** Faults that leave a request without a complete response. */
export const connectionFaults = faults({
  'resets-on-emoji': {
    title: 'Resets the connection for a name with an emoji',
    breaks: ['robust.answers'],
    follows: ['create.text'],
    apply: failInstead(
      ({ operation, body }) => operation === 'create' && /[\u{10000}-\u{10ffff}]/u.test(body.toString()),
      resetConnection,
    ),
  },
  'resets-on-malformed-json': {
    title: 'Resets the connection for malformed JSON',
    breaks: ['robust.answers'],
    follows: ['create.rejects.malformed-json'],
    apply: (base) =>
      failInstead(
        (request) => request.operation === 'create' && request.body.length > 0 && !base.readBody(request).ok,
        resetConnection,
      )(base),
  },
  'resets-on-word-as-id': {
    title: 'Resets the connection for an id that is not a number',
    breaks: ['robust.answers'],
    apply: failInstead(({ operation, path }) => operation === 'get' && /[a-z]$/.test(path), resetConnection),
  },
  'resets-without-key': {
    title: 'Resets the connection on GET /pets/{id} without a key',
    breaks: ['robust.answers'],
    follows: ['auth.required.get'],
    apply: failInstead(
      ({ operation, headers }) => operation === 'get' && !headers.has('authorization'),
      resetConnection,
    ),
  },
  'silent-on-limit-101': {
    title: 'Never responds to limit=101',
    breaks: ['robust.answers'],
    follows: ['list.never-above-maximum'],
    apply: failInstead(({ query }) => query.get('limit') === '101', staySilent),
  },
  'silent-on-empty-body': {
    title: 'Never responds to an empty body',
    breaks: ['robust.answers'],
    follows: ['create.rejects.empty-body'],
    apply: failInstead(({ operation, body }) => operation === 'create' && body.length === 0, staySilent),
  },
  'answer-cut-on-filter': {
    title: 'Resets the connection in the middle of every list of sold animals',
    breaks: ['robust.answers'],
    follows: ['list.status-filter.sold', 'list.status-with-limit', 'list.status-filter-complete'],
    apply: failInstead(
      ({ query }) => query.get('status') === 'sold',
      (wire, { status, headers, body }) => {
        wire.writeHead(status, [...headers, ['Content-Length', String(body.length)]].flat());
        wire.write(body.slice(0, 9), () => resetConnection(wire));
      },
    ),
  },
});
