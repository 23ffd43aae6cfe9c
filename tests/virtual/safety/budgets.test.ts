import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiKey } from '../../../src/exchange/api-key.ts';
import { lockKeys } from '../../../src/run/lock-keys.ts';
import { temporaryFolder } from '../../folder.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { between, conforming } from '../servers.ts';
import { world } from '../world.ts';

const HOST = 'service.invalid';

/** A folder with a target whose host does not exist, and a state folder. */
function target(budgets: string, targetClass = 'staging', baseUrl = `https://${HOST}/v1`) {
  const cwd = temporaryFolder();
  const text = `targets:\n  it:\n    baseUrl: ${baseUrl}\n    class: ${targetClass}\n    keys: { free: { env: KEY } }\n    budgets: ${budgets}\n`;
  writeFileSync(join(cwd, 'storecheck.yaml'), text);
  const state = temporaryFolder();
  const use = { key: apiKey('free#1', FREE_KEY), perDay: 1_000, requests: 40, refusals: 0 };
  return {
    cwd,
    /** Another run that may send 40 requests with the key. */
    begin: (run: string) =>
      lockKeys(
        [use],
        { run, host: HOST, targetClass: 'staging' },
        { env: { XDG_STATE_HOME: state }, clock: world().clock },
      ),
    call: (...args: string[]) => run(args, { cwd, env: { KEY: FREE_KEY, XDG_STATE_HOME: state } }),
  };
}

const REFUSED = 'storecheck would refuse this run:';

describe('a dry run reads the ledger', () => {
  it('and reports that the share of the day is exhausted', async () => {
    const { call, begin } = target('{ shareOfDay: 0.06 }');
    begin('earlier').release();
    const dry = await call('limits', '--dry-run');
    expect(dry.code, dry.said).toBe(0);
    expect(dry.unwrapped).toMatch(
      new RegExp(`${REFUSED} free#1: 40 requests in the last 24 hours and up to \\d+ more exceed 6 % of 1000`),
    );
    const real = await call('limits');
    expect(real.code, real.said).toBe(3);
  });
});

describe('a key that the service refuses', () => {
  const DAY = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0' };
  const used = 'the limit of the day is exhausted';
  it.each([
    ['check', { ...DAY, 'retry-after': '28016' }, `${used} \\(429, Retry-After 28016\\); possible from`, 28_016],
    ['check', { 'retry-after': '28016' }, 'the service refuses this key for longer than a window', 28_016],
    ['check', { 'retry-after': '30' }, 'this key may be banned \\(still refused after Retry-After', 86_400],
    ['limits', { ...DAY, 'retry-after': '28016' }, used, 28_016],
  ])('is blocked as long as it says: %s with %j', async (command, headers, says, seconds) => {
    const server = await between(await conforming(), (passing) => {
      if (passing.number < 5 || passing.status === 401) return;
      Object.assign(passing, { status: 429, body: '{"code":"rate_limited","message":"Too many."}' });
      Object.assign(passing.headers, headers);
    });
    const { call } = target('{ shareOfDay: 1 }', 'staging', server.baseUrl);
    const ended = await call(command);
    if (command === 'check') expect(ended.unwrapped.includes(used)).toBe(says.startsWith(used));
    const dry = await call('check', '--dry-run');
    expect(dry.unwrapped).toMatch(new RegExp(`free#1: ${says}`));
    await world().clock.sleep((seconds + 60) * 1_000);
    expect((await call('check', '--dry-run')).unwrapped).not.toContain(REFUSED);
  });
});

it('a check is refused with a state folder that cannot be made, and sends nothing', async () => {
  const server = await between(await conforming(), () => false);
  const { cwd } = target('{ shareOfDay: 1 }', 'staging', server.baseUrl);
  const ended = await run(['check'], { cwd, env: { KEY: FREE_KEY, XDG_STATE_HOME: '/proc/state' } });
  expect([ended.code, server.seen], ended.said).toEqual([3, []]);
  expect(ended.unwrapped).toMatch(
    /cannot write to \/proc\/state.* set XDG_STATE_HOME to the absolute path of a writable folder/,
  );
});
