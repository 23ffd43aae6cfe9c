import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectJudgedAlike, expectSound, reasonOf } from '../../outcome/runs.ts';
import { check, push, startCheck } from '../command.ts';
import { fine } from '../hostile/replies.ts';
import { ask, between, conforming, serveRaw } from '../servers.ts';
import { now, sleep, until } from '../world.ts';

/** A service that takes so long for each response. */
const slow = async (milliseconds: number) => between(await conforming(), () => sleep(milliseconds));

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
  const server = await between(await conforming(), ({ request, status }) => {
    stored ||= request.method === 'POST' && status === 201;
    return stored;
  });
  const running = startCheck(server.baseUrl);
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

const STOPPED = 'the run stopped at its time limit (--max-duration)';

it('--max-duration ends a check, which is judged and written as incomplete, with the reason', async () => {
  const server = await slow(150);
  const checked = await check(server.baseUrl, { args: ['--max-duration', '2s'] });
  expect(checked.result).toMatchObject({ outcome: 'incomplete', exitCode: 3, run: { end: 'time-budget' } });
  expect(server.seen.length).toBeLessThan(20);
  expect(checked.unwrapped).toContain('at the time limit (--max-duration)');
  expect(checked.result?.requirements.find(({ id }) => id === 'get.not-found')?.reason).toContain(STOPPED);
  expectJudgedAlike(checked);
});

it('does not blame the service for a response that the time limit cut off', async () => {
  const server = await serveRaw((socket, _head, number) => socket.write(number < 8 ? fine() : fine().slice(0, -9)));
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

it('--max-duration ends limits while k6 waits for a window', async () => {
  const server = await conforming();
  // Exhausted, so that k6 waits for the next window: longer than planned.
  for (let sent = 0; sent < 60; sent += 1) await ask(server.baseUrl, server.keys.free);
  const pushed = await push(server.baseUrl, { keys: { free: server.keys.free }, args: ['--max-duration', '70s'] });
  await expectSound(pushed, 3);
  expect(pushed.result).toMatchObject({ outcome: 'incomplete', run: { end: 'time-budget' } });
  expect(reasonOf(pushed, 'limit.admits-plan')).toBe(STOPPED);
});
