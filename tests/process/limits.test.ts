import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { fakeK6 } from '../k6/fake-k6.ts';
import { expectSound, failedMusts, refusalsOf } from '../outcome/pushed.ts';
import { childrenOf } from '../outcome/texts.ts';
import { REAL_IO } from '../real-io.ts';
import { startTarget } from '../targets/start.ts';
import { push, startPush, until, WINDOW_SECONDS } from './push.ts';
import { realK6 } from './real-k6.ts';
import { conforming } from './servers.ts';

const windowed = () => conforming({ windowSeconds: WINDOW_SECONDS });
const k6Env = () => ({ K6_BIN: realK6().path });

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('k6');

describe.concurrent('a published limiter, with the real k6', () => {
  // One that conforms and one that does not; tests/virtual/published has all.
  it.each([
    ['express-rate-limit', []],
    ['express-rate-limit no headers', ['limit.headers', 'limit.retry-after-present', 'rate.headers-present']],
  ])('is judged: %s', async (name, failed) => {
    const target = await startTarget(name, { network: REAL_IO.network, windowSeconds: WINDOW_SECONDS });
    const [free, second] = target.keys;
    const keys = { keys: { free }, secondKeys: { free: second } };
    const pushed = await push(target.baseUrl, { ...keys, env: k6Env() });
    await target.close();
    expect(failedMusts(pushed), pushed.said).toEqual(failed);
    await expectSound(pushed, failed.length > 0 ? 1 : 0);
  });
});

describe.concurrent('the real k6', () => {
  it('is stopped by SIGTERM, and what was recorded is judged: exit 130', async () => {
    const server = await windowed();
    const running = await startPush(server.baseUrl, { keys: { free: server.keys.free }, env: k6Env() });
    // The quota is exhausted: it waits for half a window to pass.
    await until(() => refusalsOf(server) >= 3);
    await sleep(300);
    const [k6 = 0] = childrenOf(running.child.pid);
    expect(isAlive(k6)).toBe(true);
    running.child.kill('SIGTERM');
    const pushed = await running.ended;
    expect(isAlive(k6)).toBe(false);
    await expectSound(pushed, 130);
    expect(pushed.result).toMatchObject({ outcome: 'incomplete', run: { end: 'interrupted' } });
    expect(pushed.result?.limits['free']).toMatchObject({ refused: refusalsOf(server) });
  });
});

it('a k6 that ignores Ctrl-C is not left behind, and a second Ctrl-C leaves at once', async () => {
  const server = await windowed();
  const body = "begin(); process.on('SIGINT', () => {}); setTimeout(() => {}, 30_000);";
  const deaf = fakeK6(temporaryFolder(), 'k6', body);
  const running = await startPush(server.baseUrl, { keys: { free: server.keys.free }, args: ['--k6', deaf] });
  await until(() => existsSync(`${running.out}/exchanges.ndjson`) && childrenOf(running.child.pid).length > 0);
  await until(() => readFileSync(`${running.out}/exchanges.ndjson`, 'utf8').includes('"kind":"start"'));
  const [k6 = 0] = childrenOf(running.child.pid);
  running.child.kill('SIGINT');
  await sleep(200);
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
  await until(() => !isAlive(k6));
});
