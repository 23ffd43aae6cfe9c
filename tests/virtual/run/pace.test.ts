import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Reference } from '../../../src/reference/server/options.ts';
import { faults } from '../../faults/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { type Checked, expectUnshaken, FREE_KEY, verdictOf } from '../../outcome/checked.ts';
import { expectJudgedAlike } from '../../outcome/left.ts';
import { check } from '../command.ts';
import { between, conforming, type Passing } from '../servers.ts';
import { now } from '../world.ts';

const WINDOW = 60_000;
const LIMIT = 60;

/** A service whose own limits are above those of the counter under test. */
const generous = (seed = 25): Promise<Reference> => conforming({ seed, keys: { [FREE_KEY]: 'enterprise' } });

interface Counter {
  readonly refused: () => number;
  readonly count: (passing: Passing) => void;
}

/** Counts every request, valid or not, in windows from the first request. */
function counter(headers: boolean): Counter {
  let [window, used, refused] = [0, 0, 0];
  return {
    refused: () => refused,
    count: (passing) => {
      if (now() >= window + WINDOW) [window, used] = [now(), 0];
      used += 1;
      for (const name of Object.keys(passing.headers)) if (name.startsWith('x-ratelimit')) delete passing.headers[name];
      if (headers)
        Object.assign(passing.headers, {
          'X-RateLimit-Limit': LIMIT,
          'X-RateLimit-Remaining': Math.max(0, LIMIT - used),
          'X-RateLimit-Reset': Math.ceil((window + WINDOW) / 1000),
        });
      if (used > LIMIT) {
        refused += 1;
        refuse(passing, '60');
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

const SOLD = '/v1/pets?status=s%6Fld';

const waits = ({ journal }: Checked) =>
  journal
    .split('\n')
    .filter((line) => line.includes('"kind":"wait"') && !/sending requests again|settle:|late effects/.test(line));

describe('a check with a free key', () => {
  it('is never refused by a counter per address, and waits once', async () => {
    const limiter = counter(true);
    const server = await between(await generous(0), (passing) => limiter.count(passing));
    const checked = await check(server.baseUrl, { plan: 'free' });
    expect(limiter.refused(), checked.stderr).toBe(0);
    expect(checked.code, checked.said).toBe(0);
    expect(checked.result?.requests).toMatchObject({ unplanned429: 0 });
    expect(server.seen.length).toBeLessThanOrEqual(100);
    expect(waits(checked)).toHaveLength(1);
    expect(checked.stderr).toMatch(/waiting \d+ s .*(?:window resets at|plan free)/);
    expect(checked.milliseconds).toBeLessThan(WINDOW + 9_000);
  });

  it('goes by the plan if no header is sent', async () => {
    const limiter = counter(false);
    const server = await between(await generous(0), (passing) => limiter.count(passing));
    const checked = await check(server.baseUrl, { plan: 'free' });
    expect(limiter.refused(), checked.stderr).toBe(0);
    expect(checked.stderr).toMatch(/waiting .*plan free allows 60/);
    expect(checked.code).toBe(1);
    expect(verdictOf(checked, 'rate.headers-present')).toBe('fail');
    expectJudgedAlike(checked);
  });

  it('uses the plan if the headers are meaningless: it neither hangs nor waits a day', async () => {
    const server = await between(await generous(), ({ headers }) => {
      Object.assign(headers, {
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '99999999999',
      });
    });
    const checked = await check(server.baseUrl, { plan: 'free' });
    expectUnshaken(checked);
    expect(checked.milliseconds).toBeLessThan(5 * WINDOW);
  });
});

it('a check with a pro key does not wait for the smaller counter of requests without a key', async () => {
  const limiter = counter(true);
  const server = await between(await conforming({ seed: 14 }), (passing) => {
    if (passing.status === 401) limiter.count(passing);
  });
  const checked = await check(server.baseUrl, { plan: 'pro' });
  expect(checked.code, checked.said).toBe(0);
  expect(waits(checked)).toEqual([]);
});

/** An unplanned 429: which request gets it (a number and all that follow, or a path), and how the run ends. */
const REFUSALS: readonly {
  readonly name: string;
  readonly which: number | string;
  readonly last?: number;
  readonly retryAfter?: () => string;
  readonly ends: readonly [code: number, end: string, sent?: number];
  /** Seconds, with a range of 6. */
  readonly takes?: number;
}[] = [
  { name: 'without Retry-After', which: SOLD, ends: [3, 'complete'], takes: 66 },
  { name: 'on the first request', which: 1, last: 1, retryAfter: () => '1', ends: [0, 'complete'] },
  { name: 'and a second one', which: 10, retryAfter: () => '1', ends: [3, 'rate-limited', 11] },
  { name: 'with an hour', which: 10, retryAfter: () => '3600', ends: [3, 'rate-limited', 10], takes: 0 },
];

/** Refuses a request by its number, or by its path. */
const refusing = async (which: number | string, retryAfter?: () => string, last = Number.POSITIVE_INFINITY) =>
  between(await conforming(), (passing) => {
    const { number, request } = passing;
    const isRefused = typeof which === 'string' ? request.url === which : number >= which && number <= last;
    if (isRefused) refuse(passing, retryAfter?.());
  });

describe('an unplanned 429', () => {
  it.each(REFUSALS)(
    '$name: exit code, end and requests are $ends',
    async ({ which, last, retryAfter, ends, takes }) => {
      const [code, end, sent] = ends;
      const server = await refusing(which, retryAfter, last);
      const checked = await check(server.baseUrl);
      expect([checked.code, checked.result?.run.end], checked.said).toEqual([code, end]);
      expect(checked.unwrapped).toContain('unexpected 429');
      if (end === 'complete') expect(checked.result?.requests.unplanned429).toBe(1);
      if (sent !== undefined) expect(server.seen.length).toBe(sent);
      if (takes !== undefined) expect(Math.floor(checked.milliseconds / 6_000)).toBe(takes / 6);
      if (which === SOLD) {
        expect(verdictOf(checked, 'list.status-filter.sold')).toBe('inconclusive');
        expect(verdictOf(checked, 'get.not-found')).toBe('pass');
      }
      expectJudgedAlike(checked);
    },
  );
});

it('a wait for the settle time names the settle time and the other cause', async () => {
  const { baseUrl } = await conforming({ variants: faults.filter(({ id }) => id === 'got-old-category-truncated') });
  const config = join(temporaryFolder(), 'storecheck.yaml');
  writeFileSync(config, `targets: { it: { baseUrl: "${baseUrl}", settle: 8 } }`);
  const { stderr, result } = await check(baseUrl, { args: ['--config', config] });
  expect(result?.outcome).toBe('failed');
  expect(stderr.replace(/\s+/g, ' ')).toContain('until lists must show every created animal (settle: 8 s)');
});
