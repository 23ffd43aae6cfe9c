import { describe, expect, it } from 'vitest';
import type { Variant } from '../../../src/reference/index.ts';
import {
  expectNoFalseAlarm,
  expectSound,
  failedMusts,
  limitsWith,
  reasonOf,
  refusalsOf,
} from '../../outcome/pushed.ts';
import type { Watched } from '../../reference/watched.ts';
import { ask, push, startPush } from '../push.ts';
import { conforming } from '../servers.ts';
import { sleep, until } from '../world.ts';

/** So many requests of the day are used already. */
const usedToday = (used: number): Variant => ({
  id: 'used-today',
  title: 'A part of the day is used',
  apply: (base) => ({
    ...base,
    dayLimiter: (quota) => {
      const limiter = base.dayLimiter(quota);
      const seen = new Set<string>();
      return {
        take: (key, nowMs, cost) => {
          if (!seen.has(key)) limiter.take(key, nowMs, used);
          seen.add(key);
          return limiter.take(key, nowMs, cost);
        },
      };
    },
  }),
});

/** Another client, which uses a key until it is told to stop. */
function otherClient(use: () => Promise<unknown>, pauseMs: number): { stop: () => Promise<void> } {
  let stopped = false;
  const used = (async () => {
    while (!stopped) {
      await use();
      await sleep(pauseMs);
    }
  })();
  return {
    stop: () => {
      stopped = true;
      return used;
    },
  };
}

const times = (count: number, action: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, action));

/** `storecheck limits` with the key of the plan Free. */
const pushFree = ({ baseUrl, keys }: Watched) => push(baseUrl, { keys: { free: keys.free } });

describe('a key that is exhausted when the run begins', () => {
  it('is waited for, and then judged as usual', async () => {
    const server = await conforming();
    await times(62, () => ask(server.baseUrl, server.keys.free));
    const pushed = await pushFree(server);
    await expectSound(pushed, 0);
    expect(pushed.stderr).toMatch(
      /waiting [\d.]+ s until a new window begins, because the key was exhausted before the run/,
    );
  });

  it('makes only its own plan inconclusive, in 2 requests, if another client goes on using it', async () => {
    const server = await conforming();
    const exhaust = async () => {
      if ((await ask(server.baseUrl, server.keys.free)) === 200)
        await times(61, () => ask(server.baseUrl, server.keys.free));
    };
    const other = otherClient(exhaust, 500);
    await sleep(100);
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free, pro: server.keys.pro } });
    await expectSound(pushed, 3);
    void other.stop();
    expect(failedMusts(pushed)).toEqual([]);
    expect(reasonOf(pushed, 'limit.admits-plan')).toMatch(
      /^free#1 was exhausted before the run, and again .*another client/,
    );
    expect(pushed.result?.requests.byPlan['free']).toBeLessThanOrEqual(3);
    expect(limitsWith('pass', pushed)).toContain('limit.admits-plan');
  });

  it.each([
    ['before the run: it is not waited for', 1_000, /Retry-After: \d{3,}.*the daily limit/, 1],
    ['in the middle of the burst', 970, /the daily limit seems to have refused the key/, 80],
  ])("is inconclusive if the day's limit is exhausted %s", async (_when, used, reason, most) => {
    const server = await conforming({ variants: [usedToday(used)] });
    const pushed = await pushFree(server);
    await expectSound(pushed, 3);
    expect(failedMusts(pushed)).toEqual([]);
    expect(reasonOf(pushed, 'limit.admits-plan')).toMatch(reason);
    expect(server.received().length).toBeLessThanOrEqual(most);
  });
});

describe('a key of another plan', () => {
  it.each([
    ['smaller', 'pro', 'free', 'applies the limit of plan free to the pro key: the key may be of another plan', 8],
    ['larger', 'free', 'pro', 'applies the limit of plan pro to the free key: the key may be of another plan', 0],
  ] as const)('fails, and the finding names the plan: a %s one', async (_which, plan, actual, text, refusals) => {
    const server = await conforming();
    const pushed = await push(server.baseUrl, { keys: { [plan]: server.keys[actual] } });
    await expectSound(pushed, 1);
    expect(pushed.unwrapped).toContain(text);
    expect(refusalsOf(server)).toBeLessThanOrEqual(refusals);
    expect(limitsWith('fail', pushed)).toEqual(['limit.admits-plan']);
  });

  it('leaves the rest of its own plan inconclusive if another key is right', async () => {
    const server = await conforming();
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free, pro: server.secondKeys.free } });
    await expectSound(pushed, 1);
    expect(failedMusts(pushed)).toEqual(['limit.admits-plan']);
    const judged = pushed.result?.requirements.filter(({ verdict }) => verdict !== 'inconclusive') ?? [];
    expect(judged.filter(({ plan }) => plan === 'pro')).toHaveLength(1);
    expect(limitsWith('pass', pushed)).toContain('limit.admits-plan');
    expect(refusalsOf(server)).toBeLessThanOrEqual(16);
  });

  it('ends storecheck run after its first request', async () => {
    const server = await conforming();
    const pushed = await push(server.baseUrl, { command: 'run', keys: { pro: server.keys.free } });
    await expectSound(pushed, 1);
    expect(failedMusts(pushed)).toEqual(['rate.limit-matches-plan']);
    expect(pushed.result?.setUp).toMatchObject({ code: 'other-plan' });
    expect(server.received()).toHaveLength(1);
  });
});

it('a key that another client uses now and then fails no must', async () => {
  const server = await conforming();
  const other = otherClient(() => ask(server.baseUrl, server.keys.free), 1_000);
  await expectNoFalseAlarm(await pushFree(server));
  void other.stop();
});

it('a key that another client uses in the middle of the burst fails no must', async () => {
  const server = await conforming();
  const { ended } = startPush(server.baseUrl, { keys: { free: server.keys.free } });
  await until(() => server.received().length > 5, 0.5);
  for (let turn = 0; turn < 10; turn += 1) await times(3, () => ask(server.baseUrl, server.keys.free));
  await expectNoFalseAlarm(await ended);
});

describe('a --window that is not the deployment’s', () => {
  it.each([
    ['long', 60, 120],
    ['short', 60, 30],
  ])('fails nothing but the length of the window, and says so: too %s', async (_which, windowSeconds, window) => {
    const server = await conforming({ windowSeconds });
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free }, window });
    await expectSound(pushed, 1);
    expect(failedMusts(pushed)).toEqual(['limit.window-is-a-minute']);
    expect(pushed.unwrapped).toContain(`this run assumed a window of ${window} s (--window)`);
  });
});

describe('a single key', () => {
  it('of the plan Free serves check and limits, with only the planned refusals', async () => {
    const server = await conforming();
    const pushed = await push(server.baseUrl, { command: 'run', keys: { free: server.keys.free } });
    await expectSound(pushed, 0);
    expect(pushed.result?.requests.unplanned429).toBe(0);
    expect(refusalsOf(server)).toBeLessThanOrEqual(8);
    const refused = pushed.journal.split('\n').filter((line) => line.includes('"status":429'));
    expect(refused.filter((line) => !line.includes('"recorder":"k6"'))).toEqual([]);
    expect(refused).toHaveLength(refusalsOf(server));
  });

  it('and a selection of requirements make a partial run, which does not pass', async () => {
    const server = await conforming();
    const args = ['--only', 'limit.retry-after-*'];
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free }, args });
    await expectSound(pushed, 3);
    expect(limitsWith('pass', pushed)).toContain('limit.retry-after-present');
    expect(pushed.unwrapped).toContain('partial run (--only or --skip)');
    expect(reasonOf(pushed, 'limit.status')).toContain('not selected for this run');
  });
});
