import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledgerFile, openLedger } from '../../src/ledger/index.ts';
import { temporaryFolder } from '../folder.ts';
import { address } from './address.ts';
import { FREE_KEY, PRO_KEY } from './check.ts';
import { run } from './run.ts';
import { between, conforming } from './servers.ts';

/** A service that is not loopback, so that the ledger counts, and a target for it. */
async function target(lines = '', bind = address()) {
  const { port, seen } = await between(await conforming(), () => false, bind.bind);
  const cwd = temporaryFolder();
  const host = `${bind.host}:${port}`;
  const keys = 'keys: { free: { env: FREE }, pro: { env: PRO }, business: { env: BUSINESS } }';
  writeFileSync(join(cwd, 'storecheck.yaml'), `targets:\n  it:\n    baseUrl: http://${host}/v1\n    ${keys}\n${lines}`);
  const state = temporaryFolder();
  const env = {
    FREE: FREE_KEY,
    PRO: PRO_KEY,
    BUSINESS: 'ask_business_Zq8LhT2xMv5KcWn7RyPd',
    XDG_STATE_HOME: state,
  };
  const folder = join(state, 'storecheck', 'keys');
  return {
    seen,
    host,
    doctor: (...args: string[]) => run(['doctor', ...args], { cwd, env }),
    ledgerOf: (key: string) => ledgerFile(folder, key, host),
    booked: () =>
      readdirSync(folder)
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { entries: { requests: number }[] })
        .flatMap(({ entries }) => entries.map(({ requests }) => requests)),
  };
}

describe.concurrent('doctor', () => {
  it('tries as many keys as two requests reach, names the others, and books what it sent', async () => {
    const { doctor, seen, booked } = await target();
    const ended = await doctor();
    expect(ended.code, ended.said).toBe(0);
    expect(seen).toHaveLength(2);
    expect(ended.unwrapped).toContain('the business key is accepted');
    expect(ended.unwrapped).toContain('the pro key is accepted');
    expect(ended.unwrapped).toContain(
      'free#1 was not tried: doctor sends at most 2 requests The same call with --plan free tries it.',
    );
    expect(booked()).toEqual([1, 1]);
    expect(ended.unwrapped).toContain(
      '1 request, and 5,000 may be sent (50 % of the 10,000 that it has a day); 0 refusals, and ',
    );
  });

  it.each([
    [
      '',
      'is production, as any host that no target gives a class: read-only, no load; anything else takes --allow-writes, --allow-load, --confirm-host',
    ],
    [
      '    class: production\n    allow: { writes: true }\n',
      'is production: read-only, no load; anything else takes --allow-load, --confirm-host',
    ],
    ['    class: staging\n', 'is staging: limits may be pushed; creating animals takes --allow-writes'],
  ])('names the class and what it allows (%j)', async (lines, says) => {
    const ended = await (await target(lines)).doctor('--plan', 'free');
    expect(ended.code, ended.said).toBe(0);
    expect(ended.unwrapped).toContain(says);
  });

  it('counts nothing where the service is local', async () => {
    const { doctor } = await target('', { bind: '127.0.0.1', host: '127.0.0.1' });
    const ended = await doctor();
    expect(ended.unwrapped).toContain('is local: animals may be created, limits pushed');
    expect(ended.unwrapped).not.toContain('ledger');
    expect(ended.code, ended.said).toBe(0);
  });

  it('says what is left of the share, and that a check would be refused: exit 3', async () => {
    const { doctor, ledgerOf } = await target();
    openLedger(ledgerOf(FREE_KEY), 'earlier', Date.now()).settle({ requests: 480, refusals: 0 });
    const ended = await doctor('--plan', 'free');
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toMatch(
      /✗ ledger free#1 in the last 24 hours, from this machine: 481 requests, and 500 may be sent \(50 % of the 1,000 that it has a day\).*a check would be refused: 481/,
    );
  });

  it('leaves a key alone that is in use: exit 3', async () => {
    const { doctor, ledgerOf, seen } = await target();
    const other = openLedger(ledgerOf(FREE_KEY), 'run-1', Date.now());
    const ended = await doctor('--plan', 'free');
    other.release();
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toContain('free#1: run run-1 (process');
    expect(seen).toEqual([]);
  });

  it('names the k6 that is none, and a ledger that is a folder', async () => {
    const { doctor, ledgerOf } = await target();
    mkdirSync(ledgerOf(FREE_KEY), { recursive: true });
    const ended = await doctor('--plan', 'free', '--k6', '/nonexistent');
    expect(ended.unwrapped).toMatch(/not found \(.*\/nonexistent.*\): check works without/);
    expect(ended.unwrapped).toContain('is a folder, and should be the file that counts');
    expect(ended.code).toBe(3);
  });

  it('says of https on a port of http what it is', async () => {
    const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const ended = await run(['doctor', '--base-url', `https://127.0.0.1:${port}/v1`, '--key', 'free=env:FREE'], {
      env: { FREE: FREE_KEY },
    });
    server.close();
    expect(ended.code).toBe(3);
    expect(ended.unwrapped).toContain(`port ${port} answers without TLS: it speaks http, not https Write http://…`);
  });
});
