import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROBES } from '../../../suites/all-probes.ts';
import { variantNamed } from '../../faults/index.ts';
import { temporaryFolder } from '../../support/files.ts';
import { expectJudgedAlike } from '../../support/runs.ts';
import type { Change, Passing } from '../../support/servers.ts';
import { fine } from '../hostile/replies.ts';
import { check, startCheck } from '../virtual-command.ts';
import { conforming, serveRaw } from '../virtual-servers.ts';
import { now, sleep, until } from '../world.ts';

/** A service that takes so long for each response. */
const slow = (milliseconds: number) => conforming({ change: () => sleep(milliseconds) });

it('Ctrl-C stops the run, which is judged and written', async () => {
  const server = await slow(120);
  const running = startCheck(server.baseUrl);
  await until(() => server.seen.length >= 8);
  running.interrupt();
  const checked = await running.ended;
  expectJudgedAlike(checked);
  expect(checked.stderr).toContain('stopping');
  expect(checked.result).toMatchObject({ outcome: 'incomplete', exitCode: 130, run: { end: 'interrupted' } });
  expect([checked.code, checked.result?.requests.sent, server.seen.length]).toEqual([130, 8, 8]);
  expect(checked.stdout.match(/^ {2}\? \w+\./gm)).toHaveLength(2);
  expect(checked.stdout.match(/the run was interrupted/g)?.length).toBeLessThanOrEqual(2);
  for (const name of ['junit.xml', 'summary.md'])
    expect(readFileSync(join(checked.out, name), 'utf8')).toContain('the run was interrupted');
  expect(existsSync(join(checked.out, 'report.html'))).toBe(true);
});

it('Ctrl-C during a creation lists its animal as residue: the service may have stored it', async () => {
  let stored = false;
  const change: Change = ({ request, status }) => {
    stored ||= request.method === 'POST' && status === 201;
    return stored;
  };
  const running = startCheck((await conforming({ change })).baseUrl);
  await until(() => stored);
  running.interrupt();
  const { out } = await running.ended;
  const { animals } = JSON.parse(readFileSync(join(out, 'residue.json'), 'utf8'));
  expect(animals).toEqual([expect.objectContaining({ name: expect.stringMatching(/^Storecheck /) })]);
});

it('Ctrl-C pressed twice exits at once', async () => {
  const server = await slow(120);
  const running = startCheck(server.baseUrl);
  await until(() => server.seen.length >= 4);
  const pressed = now();
  running.interrupt();
  running.interrupt();
  const { code, result } = await running.ended;
  expect([code, result, now()]).toEqual([130, undefined, pressed]);
});

const STOPPED = 'the run stopped at its time limit (raise it with --max-duration)';

it('--max-duration ends a check, which is judged and written as incomplete, with the reason', async () => {
  const server = await slow(150);
  const checked = await check(server.baseUrl, { args: ['--max-duration', '2s'] });
  expect(checked.result).toMatchObject({ outcome: 'incomplete', exitCode: 3, run: { end: 'time-budget' } });
  expect(server.seen.length).toBeLessThan(20);
  expect(checked.unwrapped).toContain('at the time limit (--max-duration raises it)');
  expect(checked.result?.requirements.find(({ id }) => id === 'get.not-found')?.reason).toContain(STOPPED);
  expectJudgedAlike(checked);
});

it('does not blame the service for a response that the time limit cut off', async () => {
  const server = await serveRaw((socket, number) => socket.write(number < 8 ? fine() : fine().slice(0, -9)));
  const { result, unwrapped } = await check(server.baseUrl, { args: ['--max-duration', '2s'] });
  expect(result).toMatchObject({ run: { end: 'time-budget' }, requests: { sent: 8, byStatus: { 'no response': 1 } } });
  expect(unwrapped + JSON.stringify(result)).not.toMatch(/ended early|got no response/);
});

it('a check ends by itself on a service that takes 25 s for each response, but not 3 s', async () => {
  const { code, result, milliseconds } = await check((await slow(25_000)).baseUrl);
  expect([code, result?.run.end]).toEqual([3, 'time-budget']);
  expect(milliseconds).toBeLessThanOrEqual(300_100);
  expect((await check((await slow(3_000)).baseUrl)).code).toBe(0);
});

const TOO_MANY = Buffer.from('{"code":"rate_limited","message":"Too many requests.","status":429}');

type IsRefused = (passing: Passing) => boolean | Promise<boolean>;
const fromTenth: IsRefused = ({ number }) => number >= 10;

/** From the first creates that are sent at the same time. */
function fromGroup(): IsRefused {
  let open = 0;
  let isGroup = false;
  return async ({ request: { method } }) => {
    open += method === 'POST' ? 1 : 0;
    await sleep(5);
    isGroup ||= open > 1;
    open -= method === 'POST' ? 1 : 0;
    return isGroup;
  };
}

/** A check that gets 429 for some requests; `refused` counts them, `sentAfter` those after the last of them. */
async function checkWith429(isRefused: IsRefused, retryAfter?: string) {
  const refused: number[] = [];
  const change: Change = async (passing) => {
    if (!(await isRefused(passing))) return;
    refused.push(passing.number);
    Object.assign(passing, { status: 429, body: TOO_MANY });
    if (retryAfter !== undefined) passing.headers['retry-after'] = retryAfter;
  };
  const server = await conforming({ change });
  const checked = await check(server.baseUrl);
  expect(checked.unwrapped).toContain('unexpected 429');
  expect(checked.result?.requests.unplanned429).toBe(refused.length);
  expectJudgedAlike(checked);
  return { ...checked, refused: refused.length, sentAfter: server.seen.length - Math.max(...refused) };
}

it('a check waits for Retry-After after an unplanned 429, and completes', async () => {
  const { code, result, refused } = await checkWith429(({ number }) => number === 1, '1');
  expect([code, result?.run.end, refused]).toEqual([0, 'complete', 1]);
});

it('a check waits a window after an unplanned 429 without Retry-After, and what that request tests is inconclusive', async () => {
  const isRefused: IsRefused = ({ request }) => request.url === '/v1/pets?status=s%6Fld';
  const { code, result, refused, milliseconds } = await checkWith429(isRefused);
  expect([code, result?.run.end, refused]).toEqual([3, 'complete', 1]);
  const sold = result?.requirements.find(({ id }) => id === 'list.status-filter.sold');
  expect(sold?.verdict).toBe('inconclusive');
  expect(milliseconds).toBeGreaterThan(66_000);
  expect(milliseconds).toBeLessThan(72_000);
});

const CREATES = PROBES.filter(({ group }) => group === 'creates').length;

it.each([
  ['the second one', fromTenth, '1', 2],
  ['the one after those to simultaneous creates', fromGroup(), '1', CREATES + 1],
  ['one with a Retry-After of an hour', fromTenth, '3600', 1],
])('a check ends at an unplanned 429: %s', async (_name, isRefused, retryAfter, count) => {
  const { code, result, refused, sentAfter, milliseconds } = await checkWith429(isRefused, retryAfter);
  expect([code, result?.run.end, refused, sentAfter]).toEqual([3, 'rate-limited', count, 0]);
  expect(milliseconds).toBeLessThan(6_000);
});

it('a wait for the settle time names the settle time and the other cause', async () => {
  const { baseUrl } = await conforming({ variants: [variantNamed('got-old-category-truncated')] });
  const text = `targets: { it: { baseUrl: "${baseUrl}", settle: 8 } }`;
  const config = join(temporaryFolder({ 'storecheck.yaml': text }), 'storecheck.yaml');
  const { stderr, result } = await check(baseUrl, { args: ['--config', config] });
  expect(result?.outcome).toBe('failed');
  expect(stderr.replace(/\s+/g, ' ')).toContain('until lists must show every created animal (settle: 8 s)');
});
