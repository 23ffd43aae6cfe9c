import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inFlightAtMost, sendUntilRefused } from '../../load/experiment/burst.ts';
import { NOTHING_KNOWN, type ResponseSummary } from '../../load/experiment/recorder.ts';
import { rateHeaders } from '../../src/exchange/rate-headers.ts';

const PRO = { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds: 60 } as const;

const outcome = (status: number, received = 0): ResponseSummary => ({
  called: 0,
  sent: 0,
  received,
  status,
  ...rateHeaders([]),
});

/** A recorder whose latest response took so long. */
const recorderOf = (send: () => Promise<ResponseSummary>, responseMs = 0, now = () => 0) => {
  return { experiment: PRO, known: () => ({ ...NOTHING_KNOWN, latest: outcome(200, responseMs) }), now, send };
};

it('a burst sends exactly the count over a limited number of connections, for any order of responses', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: 0, max: 5_000 }),
    fc.scheduler(),
    async (requests, responseMs, scheduler) => {
      let inFlight = 0;
      let most = 0;
      let number = 0;
      // The last two are refused, as a limiter that keeps its plan does.
      const send = async () => {
        number += 1;
        const status = number > requests - 2 ? 429 : 200;
        inFlight += 1;
        most = Math.max(most, inFlight);
        await scheduler.schedule(Promise.resolve());
        inFlight -= 1;
        return outcome(status);
      };
      const pool = sendUntilRefused(recorderOf(send, responseMs), 'burst', requests, 8);
      await scheduler.waitFor(pool);
      expect(await pool).toEqual({ sent: requests, refused: Math.min(2, requests) });
      expect(most).toBeLessThanOrEqual(inFlightAtMost(PRO, responseMs));
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

it.each([
  ['usually', PRO, 20, 8],
  ['far away', PRO, 500, 10],
  ['in a short window', { ...PRO, windowSeconds: 6, perWindow: 60 }, 250, 10],
  ['very slow', PRO, 5_000, 50],
])('a burst has few requests in flight: %s', (_, experiment, responseMs, expected) => {
  expect(inFlightAtMost(experiment, responseMs)).toBe(expected);
});

it('a burst ends when a window is over', async () => {
  let now = 0;
  const slow = recorderOf(
    async () => outcome(200),
    0,
    () => (now += 5_000),
  );
  expect(await sendUntilRefused(slow, 'burst', 100, 8)).toEqual({ sent: 12, refused: 0, stopped: 'deadline' });
});
