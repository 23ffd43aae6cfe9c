import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { fakeK6 } from '../k6/fake-k6.ts';
import type { resultIn } from '../outcome/left.ts';
import { expectSound, failedMusts, refusalsOf } from '../outcome/pushed.ts';
import { childrenOf } from '../outcome/texts.ts';
import { REAL_IO } from '../real-io.ts';
import { startTarget } from '../targets/start.ts';
import { push, startPush, until, WINDOW_SECONDS } from './push.ts';
import { realK6 } from './real-k6.ts';
import { run } from './run.ts';
import { conforming, serve } from './servers.ts';

const windowed = () => conforming({ windowSeconds: WINDOW_SECONDS });
const k6Env = () => ({ K6_BIN: realK6().path });

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('k6');

describe.concurrent('a published limiter, with the real k6', () => {
  // One that conforms and one that does not; tests/virtual/published has all.
  it.each([
    ['express-rate-limit', []],
    ['koa-ratelimit', ['limit.retry-after-sufficient']],
  ])('run judges %s', async (name, failed) => {
    const target = await startTarget(name, { network: REAL_IO.network, windowSeconds: WINDOW_SECONDS });
    const [free, second] = target.keys;
    const keys = { keys: { free }, secondKeys: { free: second } };
    const pushed = await push(target.baseUrl, { command: 'run', ...keys, env: k6Env() });
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

  it('is merged from two instances that run at the same time', async () => {
    const service = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":7,"name":"x","categoryId":1}]');
    });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'keys.txt'), 'instances-key-1\ninstances-key-2\n');
    // At least 10 s ahead when the last of them has started, also on a busy machine.
    const at = new Date(Date.now() + 24_000).toISOString().replace(/\.\d+/, '');
    const key = ['--key', 'enterprise=file:keys.txt', '--enterprise', '3600'];
    const peak = ['--subscribers', 'enterprise=1', '--active', 'enterprise=1', '--use', 'enterprise=0.5'];
    const steps = ['--p95', '1s', '--errors', '5%', '--steps', '100', '--step-duration', '4', '--start-at', at];
    const all = ['capacity', '--base-url', service.baseUrl, ...key, ...peak, ...steps];
    const parts = [1, 2].map((one) =>
      run([...all, '--segments', `${one}/2`, '--out', `share-${one}`], {
        cwd: folder,
        env: k6Env(),
      }),
    );
    const ended = await Promise.all(parts);
    expect(
      ended.map(({ code }) => code),
      ended[0]?.said,
    ).toEqual([3, 3]);
    const merged = await run(['report', '--judge', 'share-1', 'share-2', '--reporter', 'json'], { cwd: folder });
    const result: ReturnType<typeof resultIn> = JSON.parse(merged.stdout);
    expect(result.requests).toMatchObject({ planned: service.seen.length, sent: service.seen.length });
    expect(result.capacity?.steps[0]?.together).toMatchObject({ instances: [1, 2], of: 2 });
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
