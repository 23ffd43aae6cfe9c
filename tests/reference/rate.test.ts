import { expect, test } from 'vitest';
import type { Variant } from '../faults/table.ts';
import { exhaustionVariants } from '../faults/variants/limiters-when-exhausted.ts';
import { type Received, type Sent, withReference } from './exchange.ts';

test('callers without a valid key share one counter of their own', async () => {
  await withReference({}, async ({ ask }) => {
    const answers: Received[] = [];
    for (const sent of [{}, { key: null }, { key: 'nobody' }, {}]) answers.push(await ask({ path: '/pets', ...sent }));
    expect(
      answers.map(({ headers }) => ['limit', 'remaining'].map((name) => Number(headers[`x-ratelimit-${name}`]))),
    ).toEqual([
      [300, 299],
      [600, 599],
      [600, 598],
      [300, 298],
    ]);
  });
});

/** All that a client sees of a key whose quota is exhausted and returns: two keys in turns, a burst, the other operations, three later lists. */
function exhaustion(variants: readonly Variant[]): Promise<Received[]> {
  return withReference({ windowSeconds: 6, variants }, async ({ reference, ask, clock }) => {
    const answers: Received[] = [];
    const send = async (sent: Sent) => answers.push(await ask({ key: reference.keys.free, ...sent }));
    const list = { path: '/pets?limit=1' };
    for (const key of [reference.keys.free, reference.secondKeys.free]) await send({ ...list, key });
    for (let sent = 0; sent < 64; sent += 1) {
      await clock.sleep(10);
      await send(list);
    }
    // The third of them while the requests of a burst are leaving a rolling window.
    for (const ms of [5, 3_000, 2_640, 2_000]) {
      await clock.sleep(ms);
      for (const sent of [list, { method: 'POST', path: '/pets', body: '{}' }, { path: '/pets/1' }]) await send(sent);
    }
    return answers;
  });
}

/** The matrix shows that the others change an answer of a check. The reference counts from the first request itself. */
const shown = exhaustionVariants.filter(({ id }) => id !== 'window-from-first');

test.each(shown.map((variant) => [variant.id, variant] as const))(
  '%s changes an answer of an exhausted key',
  async (_, variant) => {
    expect(await exhaustion([variant])).not.toEqual(await exhaustion([]));
  },
);
