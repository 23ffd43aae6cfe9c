import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Variant } from '../../src/reference/index.ts';
import {
  ask,
  expectNoFalseAlarm,
  expectSound,
  failedMusts,
  limitsWith,
  push,
  reasonOf,
  refusalsOf,
  WINDOW_SECONDS,
} from './push.ts';
import { conforming } from './servers.ts';

vi.setConfig({ testTimeout: 60_000, maxConcurrency: 12 });

const windowed = (windowSeconds = WINDOW_SECONDS, ...variants: Variant[]) => conforming({ windowSeconds, variants });

/** The reference's windows end with the clock's. */
const untilNextWindow = () => sleep(WINDOW_SECONDS * 1_000 - (Date.now() % (WINDOW_SECONDS * 1_000)) + 20);

/** So many requests of the day are spent already. */
const spentToday = (spent: number): Variant => ({
  id: 'spent-today',
  title: 'a part of the day is spent',
  apply: (base) => ({
    ...base,
    dayLimiter: (quota) => {
      const limiter = base.dayLimiter(quota);
      const seen = new Set<string>();
      return {
        take: (key, nowMs, cost) => {
          if (!seen.has(key)) limiter.take(key, nowMs, spent);
          seen.add(key);
          return limiter.take(key, nowMs, cost);
        },
      };
    },
  }),
});

/** Somebody else, who uses a key until told to stop. */
function stranger(use: () => Promise<unknown>, pauseMs: number): { stop: () => Promise<void> } {
  let stopped = false;
  const used = (async () => {
    for (; !stopped; await sleep(pauseMs)) await use();
  })();
  return {
    stop: () => {
      stopped = true;
      return used;
    },
  };
}

describe.concurrent('a key that is exhausted when the run begins', () => {
  it('by ourselves is waited for, and then judged as ever', async () => {
    const server = await windowed();
    await untilNextWindow();
    await Promise.all(Array.from({ length: 62 }, () => ask(server.baseUrl, server.keys.free)));
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free } });
    await expectSound(pushed, 0);
    expect(pushed.stderr).toMatch(/waiting [\d.]+ s: the key is exhausted: waiting for its reset/);
  });

  it('by somebody who goes on with it makes just its own plan inconclusive, in two requests', async () => {
    const server = await windowed();
    const crowd = () => Promise.all(Array.from({ length: 5 }, () => ask(server.baseUrl, server.keys.free)));
    const other = stranger(crowd, 15);
    await sleep(300);
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free, pro: server.keys.pro } });
    await other.stop();
    await expectSound(pushed, 3);
    expect(failedMusts(pushed)).toEqual([]);
    expect(reasonOf(pushed, 'limit.admits-plan')).toMatch(/^free#1 was exhausted before the run, and again .*somebody/);
    expect(pushed.result?.requests.byPlan['free']).toBeLessThanOrEqual(3);
    const pro = pushed.result?.requirements.filter(({ plan }) => plan === 'pro') ?? [];
    expect(pro.find(({ id }) => id === 'limit.admits-plan')?.verdict).toBe('pass');
  });

  it("for the rest of the day is not waited for: the reason names the day's limit", async () => {
    const server = await windowed(WINDOW_SECONDS, spentToday(1_000));
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free } });
    await expectSound(pushed, 3);
    expect(reasonOf(pushed, 'limit.admits-plan')).toMatch(/Retry-After: \d{3,}.*is the day's limit used up\?/);
    expect(server.counts()).toEqual({ 'GET 429': 1 });
  });

  it("for the day in the middle of the burst is inconclusive: the day's limit answered", async () => {
    const server = await windowed(WINDOW_SECONDS, spentToday(970));
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free } });
    await expectSound(pushed, 3);
    expect(failedMusts(pushed)).toEqual([]);
    expect(reasonOf(pushed, 'limit.admits-plan')).toContain("the day's limit seems to have answered");
  });
});

describe.concurrent('a key of another plan', () => {
  it('is a set-up mistake that names the plan; a smaller one draws a few refusals at most', async () => {
    const server = await windowed();
    const pushed = await push(server.baseUrl, { keys: { pro: server.keys.free } });
    await expectSound(pushed, 3);
    expect(pushed.result?.setUp).toMatchObject({ code: 'other-plan' });
    expect(pushed.unwrapped).toContain(
      'the key given for pro shows X-RateLimit-Limit: 60, the number of the plan free',
    );
    expect(refusalsOf(server)).toBeLessThanOrEqual(8);
    expect(limitsWith('fail', pushed)).toEqual([]);
  });

  it('is a set-up mistake of a larger one too', async () => {
    const server = await windowed();
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.pro } });
    await expectSound(pushed, 3);
    expect(pushed.result?.setUp).toMatchObject({ code: 'other-plan' });
    expect(pushed.unwrapped).toContain('If it is a pro key, give it as --key pro=…');
    expect(refusalsOf(server)).toBe(0);
  });

  it('beside a right one makes only its own plan inconclusive', async () => {
    const server = await windowed();
    const keys = { free: server.keys.free, pro: server.secondKeys.free };
    const pushed = await push(server.baseUrl, { keys });
    await expectSound(pushed, 3);
    expect(failedMusts(pushed)).toEqual([]);
    const rows = pushed.result?.requirements ?? [];
    expect(rows.filter(({ plan, verdict }) => plan === 'pro' && verdict !== 'inconclusive')).toEqual([]);
    expect(rows.find(({ plan, id }) => plan === 'free' && id === 'limit.admits-plan')?.verdict).toBe('pass');
    expect(refusalsOf(server)).toBeLessThanOrEqual(16);
    // Said once, not once for each requirement.
    expect(pushed.unwrapped.match(/the number of the plan/g)).toHaveLength(1);
  });

  it('stops a run at its first contact', async () => {
    const server = await windowed();
    const pushed = await push(server.baseUrl, { command: 'run', keys: { pro: server.keys.free } });
    await expectSound(pushed, 3);
    expect(pushed.result?.setUp).toMatchObject({ code: 'other-plan' });
    expect(server.received()).toHaveLength(1);
  });
});

describe.concurrent('a key that somebody else uses', () => {
  it('now and then is never held against the service', async () => {
    const server = await windowed();
    const other = stranger(() => ask(server.baseUrl, server.keys.free), 100);
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free } });
    await other.stop();
    await expectNoFalseAlarm(pushed);
  });

  it('in the middle of the burst is never held against the service', async () => {
    const server = await windowed();
    const pushing = push(server.baseUrl, { keys: { free: server.keys.free } });
    const crowd = async () => {
      if (server.received().length > 5) await Promise.all([1, 2, 3].map(() => ask(server.baseUrl, server.keys.free)));
    };
    const other = stranger(crowd, 5);
    const pushed = await pushing;
    await other.stop();
    await expectNoFalseAlarm(pushed);
  });
});

describe.concurrent('a --window that is not the deployment’s', () => {
  const HINT = 'a window was taken to be';

  it('too long a one fails the length of the window, nothing else, and says where it may come from', async () => {
    const server = await windowed();
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free }, window: 2 * WINDOW_SECONDS });
    await expectSound(pushed, 1);
    expect(failedMusts(pushed)).toEqual(['limit.window-is-a-minute']);
    expect(pushed.unwrapped).toContain(`${HINT} ${2 * WINDOW_SECONDS} s (--window)`);
  });

  it('too short a one fails no more than that, and says where it may come from', async () => {
    const server = await windowed(2 * WINDOW_SECONDS);
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free } });
    await expectSound(pushed, 1, 3);
    expect(failedMusts(pushed).filter((id) => id !== 'limit.window-is-a-minute')).toEqual([]);
    expect(pushed.unwrapped).toContain(`${HINT} ${WINDOW_SECONDS} s (--window)`);
  });
});

describe.concurrent('one key', () => {
  it('of the plan Free alone serves check and limits, with no refusal but the planned ones', async () => {
    const server = await windowed();
    const pushed = await push(server.baseUrl, { command: 'run', keys: { free: server.keys.free } });
    await expectSound(pushed, 0);
    expect(pushed.result?.requests.unplanned429).toBe(0);
    expect(refusalsOf(server)).toBeLessThanOrEqual(8);
    const exchanges = pushed.journal.split('\n').filter((line) => line.includes('"status":429'));
    expect(exchanges.filter((line) => !line.includes('"recorder":"k6"'))).toEqual([]);
    expect(exchanges).toHaveLength(refusalsOf(server));
  });

  it('and a part of the requirements is a partial run: no pass', async () => {
    const server = await windowed();
    const args = ['--only', 'limit.retry-after-*'];
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free }, args });
    await expectSound(pushed, 3);
    expect(limitsWith('pass', pushed)).toContain('limit.retry-after-present');
    expect(pushed.unwrapped).toContain('partial run (--only or --skip)');
    expect(reasonOf(pushed, 'limit.status')).toContain('not part of this run');
  });
});
