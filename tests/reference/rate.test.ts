import { expect, test } from 'vitest';
import type { Variant } from '../faults/table.ts';
import { exhaustionVariants } from '../faults/variants/limiters-when-exhausted.ts';
import { type Received, type Sent, START, withReference } from './exchange.ts';

const numbers = ({ headers }: Received) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));

test.each([
  ['free', 60],
  ['enterprise', 70],
] as const)('%s admits %d requests a window, each key on its own', async (plan, limit) => {
  await withReference({ enterprise: { perMinute: 70 }, windowSeconds: 6 }, async ({ reference, ask, clock }) => {
    const key = reference.keys[plan];
    const reset = Math.ceil((START + 6000) / 1000);
    const operations = ['/pets?limit=1', '/pets/1', '/pets/4711', '/pets?limit=0'];
    for (let sent = 1; sent <= limit; sent += 1) {
      const answer = await ask({ path: operations[sent % operations.length] ?? '', key });
      expect(numbers(answer)).toEqual([limit, limit - sent, reset]);
    }
    const refused = await ask({ path: '/pets', key });
    expect([refused.status, refused.headers['retry-after'], ...numbers(refused)]).toEqual([429, '6', limit, 0, reset]);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'rate_limited', status: 429 });
    const other = await ask({ path: '/pets', key: reference.secondKeys[plan] });
    expect(numbers(other)).toEqual([limit, limit - 1, reset]);
    await clock.sleep(6000);
    expect((await ask({ path: '/pets', key })).status).toBe(200);
    expect(reference.counts()['GET 429']).toBe(1);
  });
});

test('callers without a valid key share one counter of their own', async () => {
  await withReference({}, async ({ ask }) => {
    const answers: Received[] = [];
    for (const sent of [{}, { key: null }, { key: 'nobody' }, {}]) answers.push(await ask({ path: '/pets', ...sent }));
    expect(answers.map((answer) => numbers(answer).slice(0, 2))).toEqual([
      [300, 299],
      [600, 599],
      [600, 598],
      [300, 298],
    ]);
  });
});

test('the day has its limit too', async () => {
  await withReference({ enterprise: { perDay: 3 } }, async ({ reference, ask }) => {
    const key = reference.keys.enterprise;
    for (let sent = 0; sent < 3; sent += 1) expect((await ask({ path: '/pets', key })).status).toBe(200);
    const refused = await ask({ path: '/pets', key });
    const dayEnd = Math.ceil(START / 86_400_000) * 86_400;
    expect([refused.status, ...numbers(refused)]).toEqual([429, 3, 0, dayEnd]);
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil(dayEnd - START / 1000));
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
