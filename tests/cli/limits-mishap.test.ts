import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { limitFaults, limitVariants, startReference } from '../../src/reference/index.ts';
import { temporaryFolder } from '../folder.ts';
import { fakeK6 } from '../k6/fake-k6.ts';
import { FREE_KEY } from './check.ts';
import {
  childrenOf,
  expectNoFalseAlarm,
  expectSound,
  failedMusts,
  limitsWith,
  push,
  reasonOf,
  refusalsOf,
  startPush,
  until,
  WINDOW_SECONDS,
} from './push.ts';
import { conforming, serveRaw } from './servers.ts';

vi.setConfig({ testTimeout: 60_000, maxConcurrency: 12 });

const windowed = (clock?: () => number) => conforming({ windowSeconds: WINDOW_SECONDS, ...(clock && { clock }) });

/** A run with one key that has used its limit up, and now waits for half a window to pass. */
async function waiting(command: 'limits' | 'run' = 'limits', clock?: () => number) {
  const server = await windowed(clock);
  const running = await startPush(server.baseUrl, { command, keys: { free: server.keys.free } });
  await until(() => refusalsOf(server) >= 3);
  await sleep(300);
  const [k6] = childrenOf(running.child.pid);
  return { server, running, k6: k6 ?? 0 };
}

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('k6');

describe.concurrent('k6 that dies in the middle', () => {
  it('is never given a key, and proves nothing when it is killed', async () => {
    const { server, running, k6 } = await waiting();
    for (const name of ['cmdline', 'environ'])
      expect(readFileSync(`/proc/${k6}/${name}`, 'utf8').includes(server.keys.free), name).toBe(false);
    process.kill(k6, 'SIGKILL');
    const pushed = await running.ended;
    await expectSound(pushed, 3);
    expect([...limitsWith('pass', pushed), ...limitsWith('fail', pushed)]).toEqual([]);
    expect(reasonOf(pushed, 'limit.admits-plan')).toBe('k6 was killed by SIGKILL');
  });

  it.each([
    ['in half a line', 'raw(\'{"v":1,"run"\'); process.kill(process.pid, \'SIGSEGV\')', 'k6 was killed by SIGSEGV'],
    [
      'with words',
      "console.error('panic: out of luck'); process.exit(109)",
      'k6 crashed (Go panic) (panic: out of luck)',
    ],
    ['well, it says', 'process.exit(0)', 'free#1: the experiment has no closing record'],
    ['before it begins', '', 'the journal has no first record'],
  ])('%s proves nothing', async (_name, death, reason) => {
    const half = reason.includes('no first record')
      ? ''
      : 'journal(start); for (let i = 0; i < 30; i += 1) journal(exchange(i));';
    const server = await windowed();
    const k6 = fakeK6(temporaryFolder(), 'k6', `${half} ${death}`);
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free }, args: ['--k6', k6] });
    await expectSound(pushed, 3);
    expect([...limitsWith('pass', pushed), ...limitsWith('fail', pushed)]).toEqual([]);
    expect(reasonOf(pushed, 'limit.admits-plan')).toContain(reason);
  });
});

describe.concurrent('a service that changes under the run', () => {
  it.each([600_000, -600_000])('whose clock jumps by %i ms is not blamed', async (jump) => {
    let offset = 0;
    const { running } = await waiting('limits', () => Date.now() + offset);
    offset = jump;
    await expectNoFalseAlarm(await running.ended);
  });

  it('whose clock jumps in the burst is not blamed', async () => {
    let offset = 0;
    const server = await windowed(() => Date.now() + offset);
    const running = await startPush(server.baseUrl, { keys: { free: server.keys.free } });
    await until(() => server.received().length > 20);
    offset = 600_000;
    await expectNoFalseAlarm(await running.ended);
  });

  it('that restarts while the run waits is looked at once more, and not blamed', async () => {
    // Half a window later Reset is still far away.
    const variants = limitVariants.filter(({ id }) => id === 'window-from-first');
    const server = await startReference({ windowSeconds: WINDOW_SECONDS, variants });
    const running = await startPush(server.baseUrl, { keys: { free: server.keys.free } });
    await until(() => server.received().length >= 64);
    await sleep(500);
    await server.close();
    await conforming({ windowSeconds: WINDOW_SECONDS, port: server.port, variants });
    const pushed = await running.ended;
    expect(failedMusts(pushed), pushed.said).toEqual([]);
    await expectSound(pushed, 3);
    expect(pushed.stderr).toContain('a second look');
    expect(reasonOf(pushed, 'limit.reset-true')).toMatch(/the whole limit was back .*A restart of the service/);
    expect(pushed.journal.match(/"kind":"start"/g)).toHaveLength(2);
  });

  it('that breaks the document both times fails', async () => {
    const variants = limitFaults.filter(({ id }) => id === 'half-windows');
    const server = await conforming({ windowSeconds: WINDOW_SECONDS, variants });
    const pushed = await push(server.baseUrl, { keys: { free: server.keys.free } });
    await expectSound(pushed, 1);
    expect(failedMusts(pushed)).toEqual(expect.arrayContaining(variants.flatMap(({ breaks }) => breaks)));
    expect(pushed.journal.match(/"kind":"start"/g)).toHaveLength(2);
  });

  it('that restarts in the burst is not blamed', async () => {
    const server = await startReference({ windowSeconds: WINDOW_SECONDS });
    const running = await startPush(server.baseUrl, { keys: { free: server.keys.free } });
    await until(() => server.received().length >= 15);
    await server.close();
    await conforming({ windowSeconds: WINDOW_SECONDS, port: server.port });
    await expectNoFalseAlarm(await running.ended);
  });

  it('that stays away after the burst is not blamed', async () => {
    const { server, running } = await waiting();
    await server.close();
    const pushed = await running.ended;
    await expectNoFalseAlarm(pushed);
    expect(pushed.code).toBe(3);
  });
});

describe.concurrent('a service that is not there', () => {
  const keys = { free: FREE_KEY };
  const args = ['--timeout', '1'];

  it.each(['limits', 'run'] as const)(
    'does not answer: %s calls it a set-up mistake, in two requests at most',
    async (command) => {
      const server = await serveRaw(() => undefined);
      const pushed = await push(server.baseUrl, { command, keys, args });
      await expectSound(pushed, 3);
      expect(pushed.result?.setUp).toMatchObject({ code: 'unreachable' });
      expect(pushed.unwrapped).toContain('TIMEOUT');
      expect(server.seen.length).toBeLessThanOrEqual(2);
      expect(pushed.milliseconds).toBeLessThan(15_000);
    },
  );

  it.each(['limits', 'run'] as const)('does not listen: %s says so', async (command) => {
    const { port, close } = await startReference();
    await close();
    const pushed = await push(`http://127.0.0.1:${port}/v1`, { command, keys, args });
    await expectSound(pushed, 3);
    expect(pushed.result?.setUp).toMatchObject({ code: 'unreachable' });
    expect(pushed.unwrapped).toContain('ECONNREFUSED');
    expect(pushed.unwrapped).toContain('Nothing listens there');
  });

  it('knows no key like this: a set-up mistake, in one request', async () => {
    const server = await windowed();
    const pushed = await push(server.baseUrl, { keys: { free: 'ask_free_that_nobody_was_given' } });
    await expectSound(pushed, 3);
    expect(pushed.result?.setUp).toMatchObject({ code: 'wrong-key' });
    expect(server.received()).toHaveLength(1);
  });
});

describe.concurrent('Ctrl-C while a limit is pushed', () => {
  it.each([
    ['limits', 'SIGINT'],
    ['run', 'SIGTERM'],
  ] as const)('(%s, %s) stops k6, and judges and writes what there is: exit 130', async (command, signal) => {
    const { server, running, k6 } = await waiting(command);
    expect(isAlive(k6)).toBe(true);
    running.child.kill(signal);
    const pressed = performance.now();
    const pushed = await running.ended;
    expect(performance.now() - pressed).toBeLessThan(4_000);
    expect(isAlive(k6)).toBe(false);
    await expectSound(pushed, 130);
    expect(pushed.stderr).toContain('stopping');
    expect(pushed.result).toMatchObject({ outcome: 'incomplete', run: { end: 'interrupted' } });
    expect(pushed.result?.limits['free']).toMatchObject({ refused: refusalsOf(server) });
    expect([...limitsWith('pass', pushed), ...limitsWith('fail', pushed)]).toEqual([]);
    expect(reasonOf(pushed, 'limit.admits-plan')).toBe('the run was interrupted');
  });

  it('twice leaves at once, and leaves no k6', async () => {
    const server = await windowed();
    // It does not listen to the first signal.
    const deaf = fakeK6(
      temporaryFolder(),
      'k6',
      "journal(start); process.on('SIGINT', () => {}); setTimeout(() => {}, 30_000);",
    );
    const running = await startPush(server.baseUrl, { keys: { free: server.keys.free }, args: ['--k6', deaf] });
    await until(() => existsSync(`${running.out}/exchanges.ndjson`) && childrenOf(running.child.pid).length > 0);
    await until(() => readFileSync(`${running.out}/exchanges.ndjson`, 'utf8').includes('"kind":"start"'));
    const [k6 = 0] = childrenOf(running.child.pid);
    const pressed = performance.now();
    running.child.kill('SIGINT');
    await sleep(200);
    running.child.kill('SIGINT');
    const pushed = await running.ended;
    expect(pushed.code).toBe(130);
    expect(performance.now() - pressed).toBeLessThan(1_500);
    await until(() => !isAlive(k6));
  });
});
