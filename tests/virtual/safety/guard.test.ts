import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { address } from './address.ts';
import { FREE_KEY } from './check.ts';
import { until } from './push.ts';
import { run, start } from './run.ts';
import { between, conforming } from './servers.ts';

const WINDOW = 4;
const DEADLINE_MS = 55_000;

type Class = 'local' | 'staging' | 'production';

/** A server of its own, whose class is as configured, and what it received. */
async function target(targetClass: Class) {
  const { bind, host } = targetClass === 'local' ? { bind: '127.0.0.1', host: '127.0.0.1' } : address();
  const { port, seen } = await between(await conforming({ windowSeconds: WINDOW }), () => false, bind);
  const folder = temporaryFolder();
  const name = `${host}:${port}`;
  writeFileSync(
    join(folder, 'storecheck.yaml'),
    `targets:\n  it:\n    baseUrl: http://${name}/v1\n    window: ${WINDOW}s\n${targetClass === 'staging' ? '    class: staging\n' : ''}    keys: { free: { env: KEY_OF_THE_TEST } }\n`,
  );
  const writes = () => seen.filter((request) => !request.startsWith('GET ')).length;
  return { folder, name, seen, writes };
}

async function command(args: readonly string[], { folder }: { folder: string }, env: Record<string, string> = {}) {
  return run(args, {
    cwd: folder,
    deadlineMs: DEADLINE_MS,
    env: { KEY_OF_THE_TEST: FREE_KEY, XDG_STATE_HOME: temporaryFolder(), ...env },
  });
}

/** What a server may receive: `pushed` only where more than a check's requests are seen in a window. */
interface Allowed {
  readonly writes: boolean;
  readonly pushed: boolean;
}

describe.concurrent('every command against every class: what the server received', () => {
  it.each<[Class, string, readonly string[], number | 'any', Allowed]>([
    ['local', 'check', [], 0, { writes: true, pushed: false }],
    ['local', 'limits', [], 'any', { writes: true, pushed: true }],
    ['local', 'doctor', [], 0, { writes: false, pushed: false }],
    ['staging', 'check', [], 0, { writes: false, pushed: false }],
    ['staging', 'check', ['--allow-writes'], 0, { writes: true, pushed: false }],
    ['staging', 'limits', [], 'any', { writes: false, pushed: true }],
    ['staging', 'doctor', ['--plan', 'free'], 0, { writes: false, pushed: false }],
    ['production', 'check', [], 0, { writes: false, pushed: false }],
    ['production', 'check', ['--allow-writes'], 2, { writes: false, pushed: false }],
    ['production', 'check', ['--allow-writes', '--confirm-host', 'NAME'], 0, { writes: true, pushed: false }],
    ['production', 'limits', [], 2, { writes: false, pushed: false }],
    ['production', 'limits', ['--allow-load'], 2, { writes: false, pushed: false }],
    ['production', 'limits', ['--allow-load', '--confirm-host', 'example.com'], 2, { writes: false, pushed: false }],
    ['production', 'limits', ['--confirm-host', 'NAME'], 2, { writes: false, pushed: false }],
    ['production', 'limits', ['--allow-load', '--confirm-host', 'NAME'], 'any', { writes: false, pushed: true }],
    ['production', 'limits', ['--dry-run'], 0, { writes: false, pushed: false }],
    ['production', 'run', ['--allow-writes'], 2, { writes: false, pushed: false }],
    ['production', 'run', ['--allow-load', '--confirm-host', 'NAME'], 'any', { writes: false, pushed: true }],
    ['production', 'doctor', [], 0, { writes: false, pushed: false }],
  ])('%s, %s %j: exit %s', async (targetClass, name, args, code, allowed) => {
    const server = await target(targetClass);
    const ended = await command([name, ...args.map((arg) => (arg === 'NAME' ? server.name : arg))], server);
    if (code !== 'any') expect(ended.code, ended.said).toBe(code);
    expect(server.writes() > 0, ended.said).toBe(allowed.writes);
    expect(server.seen.length > 62 && name !== 'check', ended.said).toBe(allowed.pushed);
    if (code === 2) expect(server.seen).toEqual([]);
    if (name === 'doctor') expect(server.seen.length).toBeLessThanOrEqual(2);
  });
});

describe.concurrent('the ledger of a key', () => {
  it('refuses a second run on the same key at the same time, naming the first', async () => {
    const server = await target('staging');
    const env = { KEY_OF_THE_TEST: FREE_KEY, XDG_STATE_HOME: temporaryFolder() };
    const first = await start(['limits', '--allow-load', '--sustain', '9'], {
      cwd: server.folder,
      env,
      deadlineMs: DEADLINE_MS,
    });
    await until(() => server.seen.length > 0);
    const before = server.seen.length;
    const second = await run(['check'], { cwd: server.folder, env });
    expect(second.code, second.said).toBe(3);
    expect(second.unwrapped).toMatch(/run \d{8}T\d{6}Z-\w+ \(process \d+ on .*\) uses this key/);
    expect(before).toBeGreaterThan(0);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(130);
    // The key is used up: a window later it is fresh.
    await sleep((WINDOW + 1) * 1_000);
    const third = await run(['check'], { cwd: server.folder, env });
    expect(third.code, third.said).toBe(0);
  });

  it('refuses it on a local service too, where nothing is counted', async () => {
    const server = await target('local');
    const env = { KEY_OF_THE_TEST: FREE_KEY, XDG_STATE_HOME: temporaryFolder() };
    const first = await start(['limits'], { cwd: server.folder, env, deadlineMs: DEADLINE_MS });
    await until(() => server.seen.length > 0);
    const second = await run(['limits'], { cwd: server.folder, env });
    expect(second.code, second.said).toBe(3);
    expect(second.unwrapped).toMatch(/run \d{8}T\d{6}Z-\w+ \(process \d+ on .*\) uses this key/);
    const ended = await first.ended;
    expect(ended.unwrapped).toContain('60 of 60 admitted');
    expect(readdirSync(join(env.XDG_STATE_HOME, 'storecheck/keys'))).toEqual([]);
  });

  it('refuses what overruns the share of the day, before anything is sent, and says when it fits', async () => {
    const server = await target('production');
    const env = { KEY_OF_THE_TEST: FREE_KEY, XDG_STATE_HOME: temporaryFolder() };
    expect((await command(['check'], server, env)).code).toBe(0);
    const [file = ''] = readdirSync(join(env.XDG_STATE_HOME, 'storecheck/keys'));
    const path = join(env.XDG_STATE_HOME, 'storecheck/keys', file);
    const ledger = JSON.parse(readFileSync(path, 'utf8')) as { entries: { requests: number }[] };
    expect(ledger.entries[0]?.requests).toBeGreaterThan(10);
    writeFileSync(path, JSON.stringify({ ...ledger, entries: [{ ...ledger.entries[0], requests: 490 }] }));
    const before = server.seen.length;
    const refused = await command(['check'], server, env);
    expect(refused.code, refused.said).toBe(3);
    expect(refused.unwrapped).toMatch(/490 requests in the last 24 hours .* 50 % of the 1000 a day .*fits from \d{4}-/);
    expect(server.seen.length).toBe(before);
  });

  it('that is damaged stops a run and says what to do', async () => {
    const server = await target('staging');
    const env = { KEY_OF_THE_TEST: FREE_KEY, XDG_STATE_HOME: temporaryFolder() };
    expect((await command(['check'], server, env)).code).toBe(0);
    const [file = ''] = readdirSync(join(env.XDG_STATE_HOME, 'storecheck/keys'));
    writeFileSync(join(env.XDG_STATE_HOME, 'storecheck/keys', file), 'not JSON');
    const refused = await command(['check'], server, env);
    expect(refused.code, refused.said).toBe(3);
    expect(refused.unwrapped).toContain('is damaged');
  });
});
