import { failInstead, resetConnection } from '../failure.ts';
import { createRandom } from '../random.ts';
import { always, mapHeaders, reshapeAnswer, withHeader } from '../reshape.ts';
import { legalVariants } from '../variant.ts';

/** What a network, an intermediary and a clock do; the limit experiment meets these too. */
export const wireVariants = legalVariants({
  chunked: {
    title: 'Sends bodies in chunks',
    apply: (base) =>
      reshapeAnswer(base, always, (answer) =>
        answer.body.length === 0 ? answer : withHeader('Transfer-Encoding', 'chunked')(answer),
      ),
  },
  'connection-closed': {
    title: 'Closes the connection behind every answer',
    apply: (base) => reshapeAnswer(base, always, withHeader('Connection', 'close')),
  },
  'header-names-in-lower-case': {
    title: 'Writes header names in lower case',
    apply: (base) =>
      reshapeAnswer(base, always, (answer) => mapHeaders(answer, ([name, value]) => [name.toLowerCase(), value])),
  },
  'gateway-headers': {
    title: 'Passes through a gateway that names itself',
    apply: (base) =>
      reshapeAnswer(base, always, (answer) => ({
        ...answer,
        headers: [...answer.headers, ['Server', 'nginx'], ['Via', '1.1 edge'], ['X-Request-Id', 'c0ffee']],
      })),
  },
  'slow-answers': {
    title: 'Takes 300 ms for every answer',
    apply: (base) => ({
      ...base,
      deliver: (answer, request, wire) => {
        setTimeout(() => base.deliver(answer, request, wire), 300);
      },
    }),
  },
  'jittery-answers': {
    title: 'Takes 0 to 400 ms for an answer',
    apply: (base) => {
      const random = createRandom(3);
      return {
        ...base,
        deliver: (answer, request, wire) => {
          setTimeout(() => base.deliver(answer, request, wire), 400 * random());
        },
      };
    },
  },
  'one-bad-gateway': {
    title: 'Answers the ninth request with the 503 page of an intermediary',
    apply: (base) =>
      reshapeAnswer(
        base,
        (_, { serial }) => serial === 9,
        () => ({
          status: 503,
          headers: [['Content-Type', 'text/html']],
          body: '<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>',
        }),
      ),
  },
  'one-broken-connection': {
    title: 'Breaks the connection of the ninth request',
    apply: (base) => failInstead(base, ({ serial }) => serial === 9, resetConnection),
  },
  'clock-ahead': {
    title: 'Has a clock ten minutes ahead',
    apply: (base) => ({ ...base, now: () => base.now() + 600_000 }),
  },
  'clock-behind': {
    title: 'Has a clock ten minutes behind',
    apply: (base) => ({ ...base, now: () => base.now() - 600_000 }),
  },
  'clock-three-seconds-ahead': {
    title: 'Has a clock three seconds ahead',
    apply: (base) => ({ ...base, now: () => base.now() + 3_000 }),
  },
  'no-date': {
    title: 'Sends no Date',
    apply: (base) => ({ ...base, dateHeaders: () => [] }),
  },
});
