import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectJudgedAlike } from '../../outcome/left.ts';
import { expectSound, reasonOf } from '../../outcome/pushed.ts';
import { check, push, run, startCheck } from '../command.ts';
import { ask, between, conforming } from '../servers.ts';
import { now, sleep, until } from '../world.ts';

/** A service that takes so long for each response. */
const slow = async (milliseconds: number) => between(await conforming(), () => sleep(milliseconds));

/** A check that is stopped by Ctrl-C once the condition is met. */
async function interrupted({ baseUrl }: { readonly baseUrl: string }, condition: () => boolean) {
  const running = startCheck(baseUrl);
  await until(condition);
  running.interrupt();
  const checked = await running.ended;
  expect(checked.code, checked.said).toBe(130);
  expectJudgedAlike(checked);
  return checked;
}

describe('Ctrl-C', () => {
  it('stops the run, which is judged and written', async () => {
    const server = await slow(120);
    const checked = await interrupted(server, () => server.seen.length >= 8);
    expect(checked.stderr).toContain('stopping');
    expect(checked.result).toMatchObject({ outcome: 'incomplete', exitCode: 130, run: { end: 'interrupted' } });
    expect(checked.result?.requests.sent).toBe(8);
    expect(checked.stdout.match(/^ {2}\? \w+\./gm)).toHaveLength(1);
    expect(checked.stdout.match(/the run was interrupted/g)?.length).toBeLessThanOrEqual(2);
    expect(checked.unwrapped).toContain('the run was interrupted');
    for (const name of ['residue.json', 'report.html']) expect(existsSync(join(checked.out, name))).toBe(true);
    for (const name of ['junit.xml', 'summary.md'])
      expect(readFileSync(join(checked.out, name), 'utf8')).toContain('the run was interrupted');
    expect(server.seen.length).toBe(8);
  });

  it('during a creation lists its animal as residue: the service may have stored it', async () => {
    let stored = false;
    const server = await between(await conforming(), ({ request, status }) => {
      stored ||= request.method === 'POST' && status === 201;
      return stored;
    });
    const checked = await interrupted(server, () => stored);
    const { animals } = JSON.parse(readFileSync(join(checked.out, 'residue.json'), 'utf8'));
    expect(animals).toEqual([expect.objectContaining({ name: expect.stringMatching(/^Storecheck /) })]);
  });

  it('pressed twice exits at once', async () => {
    const server = await slow(120);
    const running = startCheck(server.baseUrl);
    await until(() => server.seen.length >= 4);
    const pressed = now();
    running.interrupt();
    running.interrupt();
    const { code, result } = await running.ended;
    expect([code, result]).toEqual([130, undefined]);
    expect(now()).toBe(pressed);
  });

  it('at a question exits with 130', async () => {
    const words = ['check', '--base-url', 'https://service.invalid/v1', '--key', 'free=env:KEY', '--allow-writes'];
    const env = { KEY: 'a-key-of-nobody' };
    const { code, said } = await run(words, { env, terminal: 80, answers: [['Type the host name', '\u0003']] });
    expect(code, said).toBe(130);
    expect(said).not.toContain('internal error');
  });
});

describe('--max-duration ends a run', () => {
  it('of check, which is judged and written as incomplete, with the reason', async () => {
    const server = await slow(150);
    const checked = await check(server.baseUrl, { args: ['--max-duration', '2s'] });
    expect(checked.code, checked.said).toBe(3);
    expect(checked.result).toMatchObject({ outcome: 'incomplete', exitCode: 3, run: { end: 'time-budget' } });
    expect(checked.result?.requests.sent).toBeGreaterThan(3);
    expect(server.seen.length).toBeLessThan(20);
    expect(checked.unwrapped).toContain('at the time limit (--max-duration)');
    expect(checked.result?.requirements.find(({ id }) => id === 'get.not-found')?.reason).toContain(
      'the run stopped at its time limit (--max-duration)',
    );
    expectJudgedAlike(checked);
  });

  it('of check by itself, on a service that takes 25 s for each response, but not 3 s', async () => {
    const checked = await check((await slow(25_000)).baseUrl);
    expect(checked.code, checked.said).toBe(3);
    expect(checked.result?.run.end).toBe('time-budget');
    expect(checked.milliseconds).toBeLessThanOrEqual(300_100);
    expect((await check((await slow(3_000)).baseUrl)).code).toBe(0);
  });

  it('of limits while k6 waits for a window', async () => {
    const server = await conforming();
    // Exhausted, so that k6 waits for the next window: longer than planned.
    for (let sent = 0; sent < 60; sent += 1) await ask(server.baseUrl, server.keys.free);
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free }, args: ['--max-duration', '70s'] });
    await expectSound(pushed, 3);
    expect(pushed.result).toMatchObject({ outcome: 'incomplete', run: { end: 'time-budget' } });
    expect(reasonOf(pushed, 'limit.admits-plan')).toBe('the run stopped at its time limit (--max-duration)');
  });
});
