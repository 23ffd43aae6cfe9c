import { describe, expect, it } from 'vitest';
import type { Reference } from '../../../src/reference/index.ts';
import { type Checked, expectUnshaken, FREE_KEY, verdictOf } from '../../outcome/checked.ts';
import { expectJudgedAlike } from '../../outcome/left.ts';
import { check } from '../check.ts';
import { between, conforming, type Passing } from '../servers.ts';

/** Rounding of Reset and Date blurs two seconds of a window on the clock, so it is longer. */
const SECONDS = { 'from the first': 3, 'on the clock': 5 } as const;
type Style = keyof typeof SECONDS;
const LIMIT = 60;

/** The key is worth more behind the counter that is tested, so that only this one refuses. */
const generous = (seed = 25): Promise<Reference> => conforming({ seed, keys: { [FREE_KEY]: 'enterprise' } });

interface Counter {
  readonly refused: () => number;
  readonly most: () => number;
  readonly count: (passing: Passing) => void;
}

/** Every request counts, valid or not, in one window of an address; from the first request of it, or on the clock. */
function counter(style: Style, headers: boolean): Counter {
  let [window, used, refused, most] = [0, 0, 0, 0];
  const length = SECONDS[style] * 1000;
  return {
    refused: () => refused,
    most: () => most,
    count: (passing) => {
      const now = Date.now();
      const running =
        style === 'on the clock' ? Math.floor(now / length) * length : now < window + length ? window : now;
      if (running !== window) [window, used] = [running, 0];
      used += 1;
      most = Math.max(most, used);
      const remaining = Math.max(0, LIMIT - used);
      const reset = Math.ceil((window + length) / 1000);
      for (const name of Object.keys(passing.headers)) if (name.startsWith('x-ratelimit')) delete passing.headers[name];
      if (headers)
        Object.assign(passing.headers, {
          'X-RateLimit-Limit': LIMIT,
          'X-RateLimit-Remaining': remaining,
          'X-RateLimit-Reset': reset,
        });
      if (used > LIMIT) {
        refused += 1;
        refuse(passing, String(SECONDS[style]));
      }
    },
  };
}

function refuse(passing: Passing, retryAfter: string | undefined): void {
  passing.status = 429;
  passing.headers['retry-after'] = retryAfter;
  if (retryAfter === undefined) delete passing.headers['retry-after'];
  passing.body = Buffer.from('{"code":"rate_limited","message":"Too many requests.","status":429}');
}

const free = (style: Style) => ({ plan: 'free', args: ['--window', String(SECONDS[style])] }) as const;
const waits = ({ journal }: Checked) =>
  journal.split('\n').filter((line) => line.includes('"kind":"wait"') && !line.includes('second look'));

describe('a free key', () => {
  it.each([
    ['from the first', 0],
    ['on the clock', 0],
    ['from the first', 25],
  ] as const)(
    'counted by address in a window %s (%i animals): no 429, it waits once and says why',
    async (style, seed) => {
      const limiter = counter(style, true);
      const server = await between(await generous(seed), (passing) => {
        limiter.count(passing);
        return false;
      });
      const checked = await check(server.baseUrl, free(style));
      expect(limiter.refused(), checked.stderr).toBe(0);
      expect(limiter.most()).toBeLessThanOrEqual(LIMIT);
      expect(checked.code, checked.said).toBe(0);
      expect(checked.result?.requests).toMatchObject({ unplanned429: 0 });
      expect(server.seen.length).toBeLessThanOrEqual(80);
      expect(waits(checked).length).toBeLessThanOrEqual(1);
      // Where a window on the clock ended in the middle of the run, no wait was needed.
      if (limiter.most() >= LIMIT - 1)
        expect(checked.stderr).toMatch(/waiting \d+\.\d s: .*window resets at|waiting \d+\.\d s: .*plan free/);
    },
  );

  it.each(['from the first', 'on the clock'] as const)(
    'without any header, counted %s: paced by the plan',
    async (style) => {
      const limiter = counter(style, false);
      const server = await between(await generous(0), (passing) => {
        limiter.count(passing);
        return false;
      });
      const checked = await check(server.baseUrl, free(style));
      expect(limiter.refused(), checked.stderr).toBe(0);
      expect(checked.stderr).toMatch(/waiting .*plan free allows 60/);
      expect(checked.code).toBe(1);
      expect(verdictOf(checked, 'rate.headers-present')).toBe('fail');
      expectJudgedAlike(checked);
    },
  );

  it('shown headers that make no sense is paced all the same: it neither stands still nor waits a day', async () => {
    const server = await between(await generous(), (passing) => {
      Object.assign(passing.headers, {
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '99999999999',
      });
      return false;
    });
    const checked = await check(server.baseUrl, { plan: 'free', args: ['--window', '1'] });
    expectUnshaken(checked);
  });
});

describe('an unplanned 429', () => {
  const refusing = async (
    refused: (passing: Passing) => boolean,
    retryAfter: (() => string) | undefined,
    windowSeconds = 1,
  ) =>
    between(await conforming({ windowSeconds }), (passing) => {
      if (refused(passing)) refuse(passing, retryAfter?.());
      return false;
    });

  it.each([
    ['in seconds', () => '1'],
    ['as a date', () => new Date(Date.now() + 3_000).toUTCString()],
    ['not at all', undefined],
  ])('with Retry-After %s makes that probe inconclusive, and the run goes on', async (_name, retryAfter) => {
    const server = await refusing(({ request }) => request.url === '/v1/pets?status=sold', retryAfter);
    const checked = await check(server.baseUrl, { args: ['--window', '1'] });
    expect(checked.result?.requests).toMatchObject({ unplanned429: 1 });
    expect(verdictOf(checked, 'list.status-filter.sold')).toBe('inconclusive');
    expect(verdictOf(checked, 'get.not-found')).toBe('pass');
    expect(checked.result?.run.end).toBe('complete');
    expect(checked.unwrapped).toMatch(/waiting .*an unplanned 429/);
    expect(checked.code, checked.said).toBe(3);
    expectJudgedAlike(checked);
  });

  it('on the very first request: somebody had used the key up; it is waited for, and everything is judged', async () => {
    const server = await refusing(
      ({ number }) => number === 1,
      () => '1',
      20,
    );
    const checked = await check(server.baseUrl, { args: ['--window', '20'] });
    expect(checked.result?.requests).toMatchObject({ unplanned429: 1 });
    expect(checked.unwrapped).toMatch(/waiting .*an unplanned 429/);
    expect(checked.code, checked.said).toBe(0);
    expectJudgedAlike(checked);
  });

  it('and a second one end the run: incomplete, nothing more is sent', async () => {
    const server = await refusing(
      ({ number }) => number >= 10,
      () => '1',
    );
    const checked = await check(server.baseUrl, { args: ['--window', '1'] });
    expect(checked.result).toMatchObject({ outcome: 'incomplete', run: { end: 'rate-limited' } });
    expect(server.seen.length).toBe(11);
    expect(checked.code, checked.said).toBe(3);
    expect(checked.unwrapped).toContain('unplanned 429');
    expectJudgedAlike(checked);
  });

  it('that asks for an hour ends the run at once', async () => {
    const server = await refusing(
      ({ number }) => number >= 10,
      () => '3600',
    );
    const checked = await check(server.baseUrl, { args: ['--window', '1'] });
    expect(checked.result?.run.end).toBe('rate-limited');
    expect(server.seen.length).toBe(10);
    expect(checked.milliseconds).toBeLessThan(10_000);
    expect(checked.code).toBe(3);
  });

  it.each(['-1', '1e9', 'soon', '99999999999999999999', ''])('with the Retry-After %j does not hang', async (value) => {
    const server = await refusing(
      ({ number }) => number === 10,
      () => value,
    );
    const checked = await check(server.baseUrl, { args: ['--window', '1'] });
    expectUnshaken(checked);
  });
});
