import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiKey } from '../../../src/exchange/api-key.ts';
import { K6NotFoundError } from '../../../src/k6/index.ts';
import { ledgerFile, openLedger } from '../../../src/ledger/index.ts';
import { k6Missing } from '../../../src/text/k6-search.ts';
import { temporaryFolder } from '../../folder.ts';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { between, conforming, serve } from '../servers.ts';
import { world } from '../world.ts';

/** A service off loopback, so that the ledger counts, and a folder that names it a target. */
async function target(lines = '', address = '0.0.0.0', state = temporaryFolder()) {
  const { port, seen } = await between(await conforming(), () => false, address);
  const cwd = temporaryFolder();
  const host = `${address}:${port}`;
  const keys = 'keys: { free: { env: FREE }, pro: { env: PRO }, business: { env: BUSINESS } }';
  writeFileSync(join(cwd, 'storecheck.yaml'), `targets:\n  it:\n    baseUrl: http://${host}/v1\n    ${keys}\n${lines}`);
  const env = { FREE: FREE_KEY, PRO: PRO_KEY, BUSINESS: 'ask_business_Zq8LhT2xMv5KcWn7RyPd', XDG_STATE_HOME: state };
  const folder = join(state, 'storecheck', 'keys');
  return {
    seen,
    host,
    doctor: (...args: string[]) => run(['doctor', ...args], { cwd, env }),
    ledgerOf: (key: string) => ledgerFile(folder, apiKey('free#1', key), host),
    booked: () =>
      readdirSync(folder)
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { entries: { requests: number }[] })
        .flatMap(({ entries }) => entries.map(({ requests }) => requests)),
  };
}

describe('doctor', () => {
  it('tries two keys, names the others, and books its requests', async () => {
    const { doctor, seen, booked } = await target();
    const ended = await doctor();
    expect(ended.code, ended.said).toBe(0);
    expect(seen).toHaveLength(2);
    expect(ended.unwrapped).toContain('accepts the business key');
    expect(ended.unwrapped).toContain('accepts the pro key');
    expect(ended.unwrapped).toContain(
      'the free key was not tried: doctor sends at most 2 requests, and none after a problem Add --plan free to try it.',
    );
    expect(booked()).toEqual([1, 1]);
    expect(ended.unwrapped).toContain('1 of 5,000 requests used (50 % of 10,000 per day); 0 of ');
  });

  const READ_ONLY = 'read-only and no load; writes and load need';
  it.each([
    ['', `is production (the default for unknown hosts): ${READ_ONLY} --allow-writes, --allow-load, --confirm-host`],
    [
      '    class: production\n    allow: { writes: true }\n',
      `is production: ${READ_ONLY} --allow-load, --confirm-host`,
    ],
    ['    class: staging\n', 'is staging: load is allowed; writes need --allow-writes'],
  ])('names the class of the target and what it allows (%j)', async (lines, says) => {
    const ended = await (await target(lines)).doctor('--plan', 'free');
    expect(ended.code, ended.said).toBe(0);
    expect(ended.unwrapped).toContain(says);
  });

  it.each([
    [60, '✓ window resets in 61 s, which fits a window of 60 s'],
    [10, '– window resets in 11 s: a window of 60 s is possible, not proven If this deployment has a shorter window'],
  ])('compares Reset of a service with a window of %d s', async (windowSeconds, says) => {
    const { baseUrl } = await conforming({ windowSeconds });
    const words = ['doctor', '--base-url', baseUrl, '--key', 'free=env:FREE'];
    const ended = await run(words, { env: { FREE: FREE_KEY } });
    expect(ended.code, ended.said).toBe(0);
    expect(ended.unwrapped).toContain(says);
  });

  it('names a key whose window is exhausted, and when to try again', async () => {
    const { baseUrl } = await serve((_request, response) => response.writeHead(429, { 'Retry-After': '19' }).end());
    const ended = await run(['doctor', '--base-url', baseUrl, '--key', 'free=env:FREE'], { env: { FREE: FREE_KEY } });
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toMatch(
      /✗ key the window of the free key is exhausted: the service returned 429 Try again in 19 s\. Does another client/,
    );
  });

  it('names a key whose daily limit is exhausted, and when it can be used again', async () => {
    const headers = { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': '0', 'Retry-After': '28016' };
    const { baseUrl } = await serve((_request, response) => response.writeHead(429, headers).end());
    const ended = await run(['doctor', '--base-url', baseUrl, '--key', 'free=env:FREE'], { env: { FREE: FREE_KEY } });
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toMatch(
      /✗ key the free key: the limit of the day is exhausted \(429, Retry-After 28016\); possible from [-\d]+ [:\d]+ UTC Wait until then/,
    );
  });

  it('advises no larger budget for a key that the service refuses', async () => {
    const { doctor, ledgerOf } = await target();
    const { clock } = world();
    const block = { reason: 'the limit of the day is exhausted (429)', until: clock.now() + 3_600_000 };
    openLedger(ledgerOf(FREE_KEY), 'earlier', clock).settle({ requests: 1, refusals: 1 }, block);
    const ended = await doctor('--plan', 'free');
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toContain('the limit of the day is exhausted (429); possible from');
    expect(ended.unwrapped).not.toContain('raise the budgets');
  });

  it('counts nothing for a local service', async () => {
    const { doctor } = await target('', '127.0.0.1');
    const ended = await doctor();
    expect(ended.unwrapped).toContain('is local: writes and load are allowed');
    expect(ended.unwrapped).not.toContain('ledger');
    expect(ended.code, ended.said).toBe(0);
  });

  it('ends with exit 3 if a check would exceed the share of the day', async () => {
    const { doctor, ledgerOf } = await target();
    openLedger(ledgerOf(FREE_KEY), 'earlier', world().clock).settle({ requests: 480, refusals: 0 });
    const ended = await doctor('--plan', 'free');
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toMatch(
      /✗ ledger free#1 in the last 24 hours, from this machine: 481 of 500 requests used \(50 % of 1,000 per day\); \d+ of 24 refusals used \(3 bursts, each of which stops after 8\).*storecheck would refuse a check: 481/,
    );
  });

  it('ends with exit 3 if the key is in use, and sends nothing', async () => {
    const { doctor, ledgerOf, seen } = await target();
    const other = openLedger(ledgerOf(FREE_KEY), 'run-1', world().clock);
    const ended = await doctor('--plan', 'free');
    other.release();
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toContain('free#1: run run-1 (process');
    expect(seen).toEqual([]);
  });

  it('shows a state folder that cannot be written as one line of its table, and sends nothing', async () => {
    const { doctor, seen } = await target('', '0.0.0.0', '/proc/state');
    const ended = await doctor();
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toContain('✓ Node 20.18.1');
    expect(ended.unwrapped.match(/✗ ledger cannot write to \/proc\/state/g)).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  it('warns once that a local service has no locks if the state folder cannot be written', async () => {
    const { doctor, seen } = await target('', '127.0.0.1', '/proc/state');
    const ended = await doctor();
    expect(ended.code, ended.said).toBe(0);
    expect(ended.unwrapped.match(/! lock another run can use the same keys meanwhile: cannot write to/g)).toHaveLength(
      1,
    );
    expect(seen).toHaveLength(2);
  });

  it('names a ledger that is a folder', async () => {
    const { doctor, ledgerOf } = await target();
    mkdirSync(ledgerOf(FREE_KEY), { recursive: true });
    const ended = await doctor('--plan', 'free');
    expect(ended.unwrapped).toContain('is a folder, but must be the ledger file');
    expect(ended.code).toBe(3);
  });

  it('states why k6 was not found, and that check works without it', async () => {
    const { baseUrl } = await conforming();
    const k6 = {
      find: () =>
        Promise.reject(
          new K6NotFoundError([k6Missing('k6-not-started', { path: '/nonexistent', failure: 'ENOENT' })], 'linux'),
        ),
      start: () => expect.unreachable(),
    };
    const words = ['doctor', '--base-url', baseUrl, '--key', 'free=env:FREE', '--k6', '/nonexistent'];
    const ended = await run(words, { env: { FREE: FREE_KEY }, k6 });
    expect(ended.unwrapped).toMatch(/not found \(.*\/nonexistent.*\): check works without/);
    expect(ended.code, ended.said).toBe(0);
  });
});
