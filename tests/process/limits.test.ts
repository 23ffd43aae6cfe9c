import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { LOAD_SCRIPTS } from '../built.ts';
import { temporaryFolder } from '../folder.ts';
import { fakeK6 } from '../k6/fake-k6.ts';
import { expectSound, failedMusts, refusalsOf } from '../outcome/pushed.ts';
import { childrenOf } from '../outcome/texts.ts';
import { REAL_IO } from '../real-io.ts';
import { startTarget } from '../targets/start.ts';
import { push, startPush, until, WINDOW_SECONDS } from './push.ts';
import { realK6 } from './real-k6.ts';
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

  it('sends every second request of a step from each of two execution segments, with a key of its own', async () => {
    const service = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":7,"name":"x","categoryId":1}]');
    });
    const folder = temporaryFolder();
    const experiment = {
      plan: 'enterprise',
      key: 'enterprise#1',
      perWindow: 3_600,
      windowSeconds: 60,
      keys: 2,
      share: 1,
    };
    const mix = { list: 1, get: 0, create: 0 };
    const step = { level: 1, perMinute: 1_800, count: 60, warmUp: 10, first: 0, vus: 10, mix, tag: 'abcdef' };
    const config = { run: 'run-1', baseUrl: service.baseUrl, experiments: [experiment], step, instances: 2 };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'keys'), 'enterprise#1=instances-key-1\nenterprise#2=instances-key-2\n');
    const send = promisify(execFile);
    const ended = ['0:1/2', '1/2:1'].map((segment) =>
      send(
        realK6().path,
        [
          ...['run', '--quiet', '--no-usage-report', '--summary-mode=disabled', '--log-format=raw'],
          ...[`--execution-segment=${segment}`, '--execution-segment-sequence=0,1/2,1'],
          ...[
            '--secret-source=file=keys',
            '-e',
            'CONFIG=config.json',
            '--console-output',
            `${segment.slice(0, 1)}.ndjson`,
          ],
          LOAD_SCRIPTS.capacity,
        ],
        { cwd: folder },
      ),
    );
    await Promise.all(ended);
    const sent = ['0', '1'].map((name) =>
      readFileSync(join(folder, `${name}.ndjson`), 'utf8')
        .split('\n')
        .flatMap((line) => (line.includes('"sample"') ? [JSON.parse(line)] : [])),
    );
    const numbers = sent.map((samples) => samples.map(({ n }) => n).sort((a, b) => a - b));
    expect(numbers).toEqual([0, 1].map((index) => Array.from({ length: 30 }, (_, n) => 2 * n + index)));
    expect(sent.map((samples) => new Set(samples.map(({ key }) => key)))).toEqual([
      new Set(['enterprise#1']),
      new Set(['enterprise#2']),
    ]);
    expect(service.seen).toHaveLength(60);
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
