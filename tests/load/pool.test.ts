import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../load/lib/outcome.ts';
import { sendAll } from '../../load/lib/pool.ts';

const rules = { refusals: 8, deadline: Number.POSITIVE_INFINITY, now: () => 0 };

function outcome(status: number): Outcome {
  return { sent: 0, received: 0, status, header: () => null };
}

describe('a burst', () => {
  it('sends exactly the count over at most so many connections, in whatever order answers come', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 60 }),
      fc.scheduler(),
      async (requests, connections, scheduler) => {
        let underWay = 0;
        let most = 0;
        let number = 0;
        // The last two are refused, as a limiter that keeps its plan does.
        const pool = sendAll({ ...rules, requests, connections }, async () => {
          number += 1;
          const status = number > requests - 2 ? 429 : 200;
          underWay += 1;
          most = Math.max(most, underWay);
          await scheduler.schedule(Promise.resolve());
          underWay -= 1;
          return outcome(status);
        });
        await scheduler.waitFor(pool);
        expect(await pool).toEqual({ sent: requests, refused: Math.min(2, requests) });
        expect(most).toBeLessThanOrEqual(connections);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it('never goes beyond what was under way at the first refusal, plus the refusals that are left', async () => {
    let sent = 0;
    const result = await sendAll({ ...rules, requests: 1_000, connections: 50 }, async () => {
      sent += 1;
      await Promise.resolve();
      return outcome(sent > 200 ? 429 : 200);
    });
    expect(result.stopped).toBe('refusals');
    expect(result.refused).toBeLessThanOrEqual(50 + 8);
  });

  it('ends after eight lost answers, or when the time is over', async () => {
    const lost = await sendAll({ ...rules, requests: 100, connections: 1 }, async () => outcome(0));
    expect(lost).toEqual({ sent: 8, refused: 0, stopped: 'unanswered' });
    let now = 0;
    const slow = await sendAll({ ...rules, requests: 100, connections: 1, deadline: 10, now: () => now++ }, async () =>
      outcome(200),
    );
    expect(slow.stopped).toBe('deadline');
    expect(slow.sent).toBeLessThan(15);
  });
});
