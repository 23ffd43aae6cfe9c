import { expect, it } from 'vitest';
import { expectSound, failedMusts, refusalsOf } from '../outcome/runs.ts';
import { childrenOf, contentOf } from '../outcome/texts.ts';
import { REAL_IO, realK6 } from '../real-io.ts';
import { startTarget } from '../targets/start.ts';
import { push, startPush, until } from './run.ts';
import { conforming } from './servers.ts';

/** Seconds. The shortest in which neither the rounding of a second nor a busy machine hides what is to be seen. */
const window = 6;
const { path: K6_BIN } = await realK6();
const isAlive = (pid: number) => contentOf(`/proc/${pid}/cmdline`)?.includes('k6') === true;

it.concurrent('the real k6 finds what a published limiter violates', async () => {
  // tests/virtual/published has the others.
  const target = await startTarget('express-rate-limit no headers', {
    network: REAL_IO.network,
    windowSeconds: window,
  });
  const [free, second] = target.keys;
  const pushed = await push(target.baseUrl, { window, keys: { free }, secondKeys: { free: second }, env: { K6_BIN } });
  await target.close();
  const failed = ['limit.headers', 'limit.retry-after-present', 'rate.headers-present'];
  expect(failedMusts(pushed), pushed.said).toEqual(failed);
  await expectSound(pushed, 1);
});

it.concurrent('the real k6 is stopped by SIGTERM, and what was recorded is judged: exit 130', async () => {
  const server = await conforming({ windowSeconds: window });
  const running = startPush(server.baseUrl, { window, keys: { free: server.keys.free }, env: { K6_BIN } });
  // The quota is exhausted: it waits for half a window to pass.
  await until(() => refusalsOf(server) >= 3);
  const [k6 = 0] = childrenOf(running.child.pid);
  expect(isAlive(k6)).toBe(true);
  running.child.kill('SIGTERM');
  const pushed = await running.ended;
  expect(isAlive(k6)).toBe(false);
  await expectSound(pushed, 130);
  expect(pushed.result).toMatchObject({ outcome: 'incomplete', run: { end: 'interrupted' } });
});
