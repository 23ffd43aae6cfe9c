import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variantNamed } from '../../faults/index.ts';
import { temporaryFolder } from '../../files.ts';
import { expectJudgedAlike, FREE_KEY, type Pushed, verdictOf } from '../../outcome/runs.ts';
import { check } from '../command.ts';
import { between, conforming, type Passing } from '../servers.ts';
import { now } from '../world.ts';

const WINDOW = 60_000;
const LIMIT = 60;

function refuse(passing: Passing, retryAfter: string | undefined): void {
  passing.status = 429;
  passing.headers['retry-after'] = retryAfter;
  if (retryAfter === undefined) delete passing.headers['retry-after'];
  passing.body = Buffer.from('{"code":"rate_limited","message":"Too many requests.","status":429}');
}

/** Counts every request, valid or not, in windows from the first request: how many were refused. */
function counter(headers: boolean) {
  let [window, used, refused] = [0, 0, 0];
  const count = (passing: Passing) => {
    if (now() >= window + WINDOW) [window, used] = [now(), 0];
    used += 1;
    for (const name of Object.keys(passing.headers)) if (name.startsWith('x-ratelimit')) delete passing.headers[name];
    const remaining = String(Math.max(0, LIMIT - used));
    const reset = String(Math.ceil((window + WINDOW) / 1000));
    const shown = { 'X-RateLimit-Limit': `${LIMIT}`, 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': reset };
    if (headers) Object.assign(passing.headers, shown);
    if (used <= LIMIT) return;
    refused += 1;
    refuse(passing, '60');
  };
  return { refused: () => refused, count };
}

const waits = ({ journal }: Pushed) =>
  journal
    .split('\n')
    .filter((line) => line.includes('"kind":"wait"') && !/sending requests again|settle:|late effects/.test(line));

/** A service whose own limits are above those of a counter before it. */
const generous = (seed: number) => conforming({ seed, keys: { [FREE_KEY]: 'enterprise' } });

it.each([
  ['once, by its headers', true, 0, /waiting \d+ s .*(?:window resets at|plan free)/],
  ['by the plan if no header is sent', false, 1, /waiting .*: free allows 60/],
])('a check with a free key is never refused by a counter per address, and waits %s', async (...row) => {
  const [, headers, code, says] = row;
  const limiter = counter(headers);
  const server = await between(await generous(0), limiter.count);
  const checked = await check(server.baseUrl, { plan: 'free' });
  expect([limiter.refused(), checked.code], checked.said).toEqual([0, code]);
  expect(checked.stderr).toMatch(says);
  expect([checked.result?.requests.unplanned429, waits(checked).length]).toEqual([0, headers ? 1 : 2]);
  if (headers) expect(checked.milliseconds).toBeLessThan(WINDOW + 9_000);
  expectJudgedAlike(checked);
});

it('a check with a pro key does not wait for the smaller counter of requests without a key', async () => {
  const limiter = counter(true);
  const server = await between(await conforming({ seed: 14 }), (passing) => {
    if (passing.status === 401) limiter.count(passing);
  });
  const checked = await check(server.baseUrl);
  expect(checked.code, checked.said).toBe(0);
  expect(waits(checked)).toEqual([]);
});

const SOLD = '/v1/pets?status=s%6Fld';

/** Which request is refused (a path, or a number and all that follow up to another), how the run ends, and after how many seconds, with a range of 6. */
it.each([
  ['without Retry-After', { path: SOLD }, [3, 'complete', 1], 66],
  ['on the first request', { from: 1, to: 1, after: '1' }, [0, 'complete', 1]],
  ['and a second one', { from: 10, after: '1' }, [3, 'rate-limited', 2]],
  ['with an hour', { from: 10, after: '3600' }, [3, 'rate-limited', 1], 0],
] as const)('an unplanned 429 %s', async (_name, refused, ends, takes?: number) => {
  const { path, from = 1, to = 1_000, after }: { path?: string; from?: number; to?: number; after?: string } = refused;
  const server = await between(await conforming(), (passing) => {
    const { number, request } = passing;
    if (path === undefined ? number >= from && number <= to : request.url === path) refuse(passing, after);
  });
  const checked = await check(server.baseUrl);
  const { run, requests } = checked.result ?? {};
  expect([checked.code, run?.end, requests?.unplanned429], checked.said).toEqual(ends);
  expect(checked.unwrapped).toContain('unexpected 429');
  if (run?.end === 'rate-limited') expect(server.seen.length).toBe(from - 1 + ends[2]);
  if (takes !== undefined) expect(Math.floor(checked.milliseconds / 6_000)).toBe(takes / 6);
  if (path !== undefined) expect(verdictOf(checked, 'list.status-filter.sold')).toBe('inconclusive');
  expectJudgedAlike(checked);
});

it('a wait for the settle time names the settle time and the other cause', async () => {
  const { baseUrl } = await conforming({ variants: [variantNamed('got-old-category-truncated')] });
  const text = `targets: { it: { baseUrl: "${baseUrl}", settle: 8 } }`;
  const config = join(temporaryFolder({ 'storecheck.yaml': text }), 'storecheck.yaml');
  const { stderr, result } = await check(baseUrl, { args: ['--config', config] });
  expect(result?.outcome).toBe('failed');
  expect(stderr.replace(/\s+/g, ' ')).toContain('until lists must show every created animal (settle: 8 s)');
});
