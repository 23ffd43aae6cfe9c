import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variantNamed } from '../../faults/index.ts';
import { temporaryFolder } from '../../files.ts';
import { expectJudgedAlike, verdictOf } from '../../outcome/runs.ts';
import { check } from '../command.ts';
import { between, conforming, type Passing } from '../servers.ts';

function refuse(passing: Passing, retryAfter: string | undefined): void {
  passing.status = 429;
  passing.headers['retry-after'] = retryAfter;
  if (retryAfter === undefined) delete passing.headers['retry-after'];
  passing.body = Buffer.from('{"code":"rate_limited","message":"Too many requests.","status":429}');
}

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
