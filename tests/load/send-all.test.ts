import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../load/lib/experiment/outcome.ts';
import { inFlightAtMost, sendAll } from '../../load/lib/experiment/send-all.ts';
import { rateHeaders } from '../../src/exchange/rate-headers.ts';

const usual = { perWindow: 300, windowSeconds: 60 };
const rules = {
  left: null,
  beyond: 8,
  refusals: 8,
  dayLeft: () => null,
  deadline: Number.POSITIVE_INFINITY,
  now: () => 0,
};

function outcome(status: number): Outcome {
  return { called: 0, sent: 0, received: 0, status, ...rateHeaders([]) };
}

describe('a burst', () => {
  it('sends exactly the count over a limited number of connections, for any order of responses', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 60 }),
      fc.scheduler(),
      async (requests, connections, scheduler) => {
        let inFlight = 0;
        let most = 0;
        let number = 0;
        // The last two are refused, as a limiter that keeps its plan does.
        const pool = sendAll({ ...rules, requests, atOnce: connections }, async () => {
          number += 1;
          const status = number > requests - 2 ? 429 : 200;
          inFlight += 1;
          most = Math.max(most, inFlight);
          await scheduler.schedule(Promise.resolve());
          inFlight -= 1;
          return outcome(status);
        });
        await scheduler.waitFor(pool);
        expect(await pool).toEqual({ sent: requests, refused: Math.min(2, requests) });
        expect(most).toBeLessThanOrEqual(connections);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it.each([
    ['usually', usual, 20, 8],
    ['far away', usual, 500, 10],
    ['in a short window', { windowSeconds: 6, perWindow: 60 }, 250, 10],
    ['very slow', usual, 5_000, 50],
  ])('has few requests in flight: %s', (_, experiment, answerMs, expected) => {
    expect(inFlightAtMost(experiment, answerMs)).toBe(expected);
  });

  it('ends after eight lost answers, or when the time is over', async () => {
    const lost = await sendAll({ ...rules, requests: 100, atOnce: 1 }, async () => outcome(0));
    expect(lost).toEqual({ sent: 8, refused: 0, stopped: 'unanswered' });
    let now = 0;
    const slow = await sendAll({ ...rules, requests: 100, atOnce: 1, deadline: 10, now: () => now++ }, async () =>
      outcome(200),
    );
    expect(slow.stopped).toBe('deadline');
    expect(slow.sent).toBeLessThan(15);
  });
});
