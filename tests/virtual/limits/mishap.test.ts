import { describe, expect, it } from 'vitest';
import type { K6Launcher } from '../../../src/io/k6-launcher.ts';
import { limitVariants, type Reference, type Variant } from '../../../src/reference/index.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import {
  expectNoFalseAlarm,
  expectSound,
  failedMusts,
  limitsWith,
  reasonOf,
  refusalsOf,
} from '../../outcome/pushed.ts';
import { virtualK6 } from '../k6.ts';
import { push, startPush } from '../push.ts';
import { conforming, serveRaw } from '../servers.ts';
import { sleep, until, world } from '../world.ts';

/** A limits run on one key whose quota is exhausted, and which now waits for half a window to pass. */
async function waiting(command: 'limits' | 'run' = 'limits', variants: readonly Variant[] = [], k6?: K6Launcher) {
  const server = await conforming({ variants });
  const running = startPush(server.baseUrl, { command, keys: { free: server.keys.free }, ...(k6 && { k6 }) });
  await until(() => refusalsOf(server) >= 3);
  await sleep(300);
  return { server, running };
}

/** A clock of the service that can be set. */
function settable() {
  let offset = 0;
  const variant: Variant = {
    id: 'set-clock',
    title: 'The clock is set while the service runs',
    apply: (base) => ({ ...base, now: () => base.now() + offset }),
  };
  const set = (milliseconds: number) => {
    offset = milliseconds;
  };
  return { variant, set };
}

/** Ends a server, and starts another on its port. */
async function restart(server: Reference, variants: readonly Variant[] = []) {
  await server.close();
  await conforming({ port: server.port, variants });
}

describe('k6 that dies proves nothing', () => {
  it('killed while it waits', async () => {
    let kill = () => {};
    const launcher = virtualK6(world());
    const start: K6Launcher['start'] = (options) => {
      const child = launcher.start(options);
      kill = child.kill;
      return child;
    };
    const { running } = await waiting('limits', [], { ...launcher, start });
    kill();
    const pushed = await running.ended;
    await expectSound(pushed, 3);
    expect([...limitsWith('pass', pushed), ...limitsWith('fail', pushed)]).toEqual([]);
    expect(reasonOf(pushed, 'limit.admits-plan')).toContain('k6 was killed by SIGKILL');
  });
});

describe('a service that changes during the run fails no must', () => {
  it.each([600_000, -600_000])('its clock jumps by %i ms while k6 waits', async (jump) => {
    const { variant, set } = settable();
    const { running } = await waiting('limits', [variant]);
    set(jump);
    await expectNoFalseAlarm(await running.ended);
  });

  it('its clock jumps in the burst', async () => {
    const { variant, set } = settable();
    const server = await conforming({ variants: [variant] });
    const { ended } = startPush(server.baseUrl, { keys: { free: server.keys.free } });
    await until(() => server.received().length > 20, 0.2);
    set(600_000);
    await expectNoFalseAlarm(await ended);
  });

  it('it restarts while k6 waits: there is a confirmation attempt, and the reason names the restart', async () => {
    // Half a window later Reset is still far away.
    const variants = limitVariants.filter(({ id }) => id === 'window-from-first');
    const { server, running } = await waiting('limits', variants);
    await restart(server, variants);
    const pushed = await running.ended;
    expect(failedMusts(pushed), pushed.said).toEqual([]);
    await expectSound(pushed, 3);
    expect(pushed.stderr).toContain('confirmation attempt');
    expect(reasonOf(pushed, 'limit.reset-true')).toMatch(/complete limit was back .*a restart of the service/);
    expect(pushed.journal.match(/"kind":"start"/g)).toHaveLength(2);
  });

  it('it restarts in the burst', async () => {
    const server = await conforming();
    const { ended } = startPush(server.baseUrl, { keys: { free: server.keys.free } });
    await until(() => server.received().length >= 15, 0.2);
    await restart(server);
    await expectNoFalseAlarm(await ended);
  });

  it('it stops after the burst: the run is incomplete', async () => {
    const { server, running } = await waiting();
    await server.close();
    const pushed = await running.ended;
    await expectNoFalseAlarm(pushed);
    expect(pushed.code).toBe(3);
  });
});

describe.each(['limits', 'run'] as const)('%s calls it a set-up mistake', (command) => {
  const keys = { free: FREE_KEY };
  const args = ['--timeout', '1'];

  it('if a service does not answer, after 2 requests at most', async () => {
    const server = await serveRaw(() => undefined);
    const pushed = await push(server.baseUrl, { command, keys, args });
    await expectSound(pushed, 3);
    expect(pushed.result?.setUp).toMatchObject({ code: 'unreachable' });
    expect(pushed.unwrapped).toContain('TIMEOUT');
    expect(server.seen.length).toBeLessThanOrEqual(2);
    expect(pushed.milliseconds).toBeLessThan(5_000);
  });

  it('if nothing listens', async () => {
    const pushed = await push('http://127.0.0.1:9/v1', { command, keys, args });
    await expectSound(pushed, 3);
    expect(pushed.result?.setUp).toMatchObject({ code: 'unreachable' });
    expect(pushed.unwrapped).toContain('ECONNREFUSED');
    expect(pushed.unwrapped).toContain('Check that the service is running');
  });
});

describe('Ctrl-C while a quota is exhausted', () => {
  it.each(['limits', 'run'] as const)('%s stops k6, judges and writes what was recorded: exit 130', async (command) => {
    const { server, running } = await waiting(command);
    running.interrupt();
    const pushed = await running.ended;
    await expectSound(pushed, 130);
    expect(pushed.stderr).toContain('stopping');
    expect(pushed.result).toMatchObject({ outcome: 'incomplete', run: { end: 'interrupted' } });
    expect(pushed.result?.limits['free']).toMatchObject({ refused: refusalsOf(server) });
    expect([...limitsWith('pass', pushed), ...limitsWith('fail', pushed)]).toEqual([]);
    expect(reasonOf(pushed, 'limit.admits-plan')).toBe('the run was interrupted');
  });
});
