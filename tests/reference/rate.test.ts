import { expect, test } from 'vitest';
import { type Received, START, withReference } from './exchange.ts';

const numbers = ({ headers }: Received) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));

test.each([
  ['free', 60],
  ['enterprise', 70],
] as const)('%s admits %d requests a window, each key on its own', async (plan, limit) => {
  await withReference({ enterprisePerMinute: 70, windowSeconds: 6 }, async ({ reference, ask }, pass) => {
    const authorization = `Bearer ${reference.keys[plan]}`;
    const operations = ['/pets?limit=1', '/pets/1', '/pets/4711', '/pets?limit=0'];
    for (let sent = 1; sent <= limit; sent += 1) {
      const answer = await ask({ path: operations[sent % operations.length] ?? '', authorization });
      expect(numbers(answer)).toEqual([limit, limit - sent, Math.ceil((START + 6000) / 1000)]);
    }
    const refused = await ask({ path: '/pets', authorization });
    expect([refused.status, refused.headers['retry-after'], ...numbers(refused).slice(0, 2)]).toEqual([
      429,
      '6',
      limit,
      0,
    ]);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'rate_limited', status: 429 });
    const other = await ask({ path: '/pets', authorization: `Bearer ${reference.secondKeys[plan]}` });
    expect(numbers(other).slice(0, 2)).toEqual([limit, limit - 1]);
    await pass(6000);
    expect((await ask({ path: '/pets', authorization })).status).toBe(200);
    expect(reference.counts()['GET 429']).toBe(1);
  });
});

test('callers without a valid key share one counter of their own', async () => {
  await withReference({}, async ({ ask }) => {
    const first = await ask({ path: '/pets' });
    const anonymous = await ask({ path: '/pets', authorization: null });
    const stranger = await ask({ path: '/pets', authorization: 'Bearer nobody' });
    const second = await ask({ path: '/pets' });
    expect([first, anonymous, stranger, second].map((answer) => numbers(answer).slice(0, 2))).toEqual([
      [300, 299],
      [600, 599],
      [600, 598],
      [300, 298],
    ]);
  });
});

test('the day has its limit too', async () => {
  await withReference({ enterprisePerDay: 3 }, async ({ reference, ask }) => {
    const authorization = `Bearer ${reference.keys.enterprise}`;
    for (let sent = 0; sent < 3; sent += 1) expect((await ask({ path: '/pets', authorization })).status).toBe(200);
    const refused = await ask({ path: '/pets', authorization });
    const dayEnd = Math.ceil(START / 86_400_000) * 86_400;
    expect([refused.status, ...numbers(refused)]).toEqual([429, 3, 0, dayEnd]);
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil(dayEnd - START / 1000));
  });
});
