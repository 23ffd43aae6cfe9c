import { createRandom } from '../../support/random.ts';
import { failInstead, resetConnection } from '../changes/failure.ts';
import { always, gatewayPage, reshapeAnswer, withHeader } from '../changes/reshape.ts';
import { each, variantTable } from '../table.ts';

/** Effects of networks, intermediaries and clocks. They affect the limit experiment too. */
export const wireVariants = variantTable({
  chunked: {
    title: 'Sends bodies with chunked encoding',
    apply: reshapeAnswer(always, (answer) =>
      answer.body.length === 0 ? answer : withHeader('Transfer-Encoding', 'chunked')(answer),
    ),
  },
  'connection-closed': {
    title: 'Closes the connection after every response',
    apply: reshapeAnswer(always, withHeader('Connection', 'close')),
  },
  'header-names-in-lower-case': {
    title: 'Sends header names in lower case',
    apply: reshapeAnswer(always, (answer) => ({
      ...answer,
      headers: answer.headers.map(([name, value]) => [name.toLowerCase(), value]),
    })),
  },
  'gateway-headers': {
    title: 'Adds the headers of a gateway: Server, Via and X-Request-Id',
    apply: reshapeAnswer(always, (answer) => ({
      ...answer,
      headers: [...answer.headers, ['Server', 'nginx'], ['Via', '1.1 edge'], ['X-Request-Id', 'c0ffee']],
    })),
  },
  'jittery-answers': {
    title: 'Takes 0–400 ms for a response',
    apply: (base) => {
      const random = createRandom(3);
      return {
        deliver: (answer, request, wire) => {
          base.later(400 * random(), () => base.deliver(answer, request, wire));
        },
      };
    },
  },
  'one-bad-gateway': {
    title: 'Returns the 503 page of a proxy for the ninth request',
    apply: reshapeAnswer((_, { serial }) => serial === 9, gatewayPage(503, 'Service Temporarily Unavailable')),
  },
  'now-and-then-in-maintenance': {
    title: 'Returns 503 with Retry-After for every 31st request',
    apply: reshapeAnswer(
      (_, { serial }) => serial % 31 === 30,
      (answer) => ({
        ...answer,
        status: 503,
        headers: [...answer.headers.filter(([name]) => name !== 'Retry-After'), ['Retry-After', '1']],
        body: '{"code":"maintenance","message":"The service is in maintenance.","status":503}',
      }),
    ),
  },
  'one-broken-connection': {
    title: 'Resets the connection of the ninth request',
    apply: failInstead(({ serial }) => serial === 9, resetConnection),
  },
  'keys-looked-up-by-connection': {
    title: 'Finds a key among those of the connection, without regard to letter case, as Jetty finds header values',
    apply: (base) => {
      const seen = new Map<string, string>();
      return {
        credential: (request) => {
          const key = base.credential(request);
          if (key === null) return null;
          const place = `${request.connection} ${key.toLowerCase()}`;
          const known = seen.get(place) ?? key;
          seen.set(place, known);
          return known;
        },
      };
    },
  },
  ...each(
    {
      'clock-ahead': ['10 min ahead', 600_000],
      'clock-behind': ['10 min behind', -600_000],
      'clock-three-seconds-ahead': ['3 s ahead', 3_000],
    },
    ([what, byMs]) => ({
      title: `Has a clock that is ${what}`,
      apply: (base) => ({ now: () => base.now() + byMs }),
    }),
  ),
  'date-renewed-by-timer': {
    title: 'Renews Date every 1.3 s',
    apply: (base) => ({ dateHeaders: (nowMs) => base.dateHeaders(nowMs - (nowMs % 1_300)) }),
  },
  'no-date': {
    title: 'Sends no Date header',
    apply: () => ({ dateHeaders: () => [] }),
  },
});
