import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../../src/result/result.ts';
import { temporaryFolder } from '../../folder.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { run, start } from '../command.ts';
import { between, conforming } from '../servers.ts';
import { sleep } from '../world.ts';

type Class = 'local' | 'staging' | 'production';

/** A service in a class, what it receives, and a folder that names it a target. */
async function target(targetClass: Class, allow = '') {
  const { baseUrl, seen } = await between(
    await conforming(),
    () => false,
    targetClass === 'local' ? '127.0.0.1' : '0.0.0.0',
  );
  const cwd = temporaryFolder();
  const state = temporaryFolder();
  const stated = targetClass === 'staging' ? '    class: staging\n' : '';
  const text = `targets:\n  it:\n    baseUrl: ${baseUrl}\n${stated}    keys: { free: { env: KEY_OF_THE_TEST } }\n${allow}`;
  writeFileSync(join(cwd, 'storecheck.yaml'), text);
  return {
    name: new URL(baseUrl).host,
    seen,
    /** NAME is the host of the service. */
    of: (args: readonly string[]) => args.map((arg) => arg.replace('NAME', new URL(baseUrl).host)),
    options: { cwd, env: { KEY_OF_THE_TEST: FREE_KEY, XDG_STATE_HOME: state } },
    ledgers: () => readdirSync(join(state, 'storecheck/keys')).map((name) => join(state, 'storecheck/keys', name)),
  };
}

/** What a server may receive: `load` if more requests than those of a check. */
interface Allowed {
  readonly writes: boolean;
  readonly load: boolean;
}

describe('a command on a target of a class', () => {
  it.each<[Class, string, readonly string[], number, Allowed]>([
    ['local', 'check', [], 0, { writes: true, load: false }],
    ['local', 'limits', [], 0, { writes: true, load: true }],
    ['local', 'doctor', [], 0, { writes: false, load: false }],
    ['staging', 'check', [], 0, { writes: false, load: false }],
    ['staging', 'check', ['--allow-writes'], 0, { writes: true, load: false }],
    ['staging', 'limits', [], 0, { writes: false, load: true }],
    ['staging', 'doctor', ['--plan', 'free'], 0, { writes: false, load: false }],
    ['production', 'check', [], 0, { writes: false, load: false }],
    ['production', 'check', ['--allow-writes'], 2, { writes: false, load: false }],
    ['production', 'check', ['--allow-writes', '--confirm-host', 'NAME'], 0, { writes: true, load: false }],
    ['production', 'check', ['--confirm-host', 'NAME'], 0, { writes: false, load: false }],
    ['production', 'limits', [], 2, { writes: false, load: false }],
    ['production', 'limits', ['--allow-load', '--confirm-host', 'NAME'], 0, { writes: false, load: true }],
    ['production', 'limits', ['--dry-run'], 0, { writes: false, load: false }],
    ['production', 'run', ['--allow-writes'], 2, { writes: false, load: false }],
    ['production', 'run', ['--allow-load', '--confirm-host', 'NAME'], 0, { writes: false, load: true }],
    ['production', 'doctor', [], 0, { writes: false, load: false }],
  ])('%s: %s %j ends with exit %i', async (targetClass, name, args, code, allowed) => {
    const { options, seen, of } = await target(targetClass);
    const ended = await run([name, ...of(args)], options);
    expect(ended.code, ended.said).toBe(code);
    expect(
      seen.some((request) => !request.startsWith('GET ')),
      ended.said,
    ).toBe(allowed.writes);
    expect(seen.length > 62 && name !== 'check', ended.said).toBe(allowed.load);
    if (code === 2) expect(seen).toEqual([]);
    if (name === 'doctor') expect(seen.length).toBeLessThanOrEqual(2);
  });
});

it.each([
  ['limits', [], /add --allow-load --confirm-host [\d.]+:\d+\./],
  ['limits', ['--confirm-host', 'NAME'], /add --allow-load/],
  ['limits', ['--allow-load'], /--allow-load .* --confirm-host [\d.]+:\d+/],
  ['limits', ['--allow-load', '--confirm-host', '0'], /the host is [\d.]+:\d+, not "0"/],
  ['check', ['--allow-writes'], /--allow-writes .* --confirm-host [\d.]+:\d+/],
  ['check', ['--allow-writes', '--confirm-host', 'NAME0'], /the host is [\d.]+:\d+, not "/],
  ['run', ['--allow-writes'], /add --allow-load.*\n.*--allow-writes .* --confirm-host/],
])('production: %s %j says what is missing', async (name, args, says) => {
  const { options, of } = await target('production');
  const ended = await run([name, ...of(args)], options);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(says);
});

it('production: the name of the host without its port permits writes', async () => {
  const { name, options, seen } = await target('production');
  const [bare = ''] = name.split(':');
  const ended = await run(['check', '--allow-writes', '--confirm-host', bare], options);
  expect(ended.code, ended.said).toBe(0);
  expect(seen.some((request) => request.startsWith('POST '))).toBe(true);
});

it('production: a check needs no host name for the load that its target allows', async () => {
  const { options } = await target('production', '    allow: { load: true }\n');
  const ended = await run(['check'], options);
  expect(ended.code, ended.said).toBe(0);
});

describe('an explicit false in storecheck.yaml', () => {
  const ALLOW = '    allow: { writes: false, load: false }\n';
  const places = (line: number) => [
    `storecheck.yaml:${line}:22 targets.it.allow.writes: false`,
    `storecheck.yaml:${line}:35 targets.it.allow.load: false`,
  ];

  it.each<[Class, string, readonly string[], number, RegExp]>([
    ['local', 'check', [], 0, /read-only \(WRITES\): the check judges 63 of 104/],
    ['staging', 'check', [], 0, /read-only \(WRITES\)/],
    ['local', 'check', ['--allow-writes'], 2, /--allow-writes contradicts WRITES; remove one of the two/],
    ['local', 'limits', [], 2, /is forbidden \(LOAD\); remove this setting/],
    ['staging', 'run', ['--allow-load'], 2, /is forbidden \(LOAD\); remove this setting/],
    ['local', 'limits', ['--dry-run'], 0, /storecheck would refuse this run: .*is forbidden \(LOAD\)/],
    ['local', 'capacity', ['--change', 'free=120'], 2, /is forbidden \(LOAD\)/],
    ['production', 'limits', ['--allow-load', '--confirm-host', 'NAME'], 2, /is forbidden \(LOAD\)/],
    ['local', 'doctor', ['--plan', 'free'], 0, /is local; the configuration forbids writes, load \(WRITES, LOAD\)/],
  ])('holds on %s: %s %j ends with exit %i', async (targetClass, name, args, code, says) => {
    const { options, seen, of } = await target(targetClass, ALLOW);
    const ended = await run([name, ...of(args)], options);
    expect(ended.code, ended.said).toBe(code);
    const [writes = '', load = ''] = places(targetClass === 'staging' ? 6 : 5);
    expect(ended.unwrapped.replaceAll(writes, 'WRITES').replaceAll(load, 'LOAD')).toMatch(says);
    expect(seen.filter((request) => !request.startsWith('GET '))).toEqual([]);
    if (code === 2) expect(seen).toEqual([]);
  });
});

describe('the class and `allow` of a target', () => {
  it.each([
    ['    class: production\n', /production; read-only without --allow-writes/],
    [
      '    allow: { writes: false, load: false }\n',
      /read-only \(storecheck.yaml:5:22 targets.it.allow.writes: false\)/,
    ],
  ])('hold for another spelling of its URL: %j', async (stated, says) => {
    const { name, options, seen } = await target('local', stated);
    const ended = await run(['check', '--base-url', `http://LOCALHOST:${name.split(':')[1]}/v1/`], options);
    expect(ended.unwrapped).toMatch(says);
    expect(ended.unwrapped).not.toContain('next:');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });
});

describe('the class and `allow` of the targets on a server', () => {
  it.each([
    ['    class: production\n', '(production, like it on the same server; read-only without --allow-writes'],
    ['    allow: { writes: false }\n', 'read-only (storecheck.yaml:5:22 targets.it.allow.writes: false)'],
  ])('hold for another path of it: %j', async (stated, says) => {
    const { name, options } = await target('local', stated);
    const words = ['--base-url', `http://localhost:${name.split(':')[1]}`, '--key', 'free=env:KEY_OF_THE_TEST'];
    expect((await run(['check', ...words, '--dry-run'], options)).unwrapped).toContain(says);
  });
});

describe('--read-only', () => {
  it.each<[string, readonly string[], number, string]>([
    ['check', [], 0, 'read-only (--read-only): the check judges 63 of 104'],
    ['run', [], 0, 'read-only (--read-only)'],
    ['check', ['--allow-writes'], 2, '--allow-writes contradicts --read-only'],
  ])('sends only GET requests: %s %j ends with exit %i', async (name, args, code, says) => {
    const { options, seen } = await target('local', '    allow: { writes: true }\n');
    const ended = await run([name, '--read-only', ...args], options);
    expect(ended.code, ended.said).toBe(code);
    expect(ended.unwrapped).toContain(says);
    expect(seen.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(seen.length > 0).toBe(code === 0);
  });
});

describe('the key in a URL', () => {
  const THOROUGH = ['--depth', 'thorough', '--seed', '1', '--max-requests', '400'];
  it.each<[Class, readonly string[], boolean, string]>([
    ['production', [], false, 'skipped'],
    ['production', THOROUGH, false, 'skipped'],
    ['production', ['--key-in-url'], true, 'passed'],
    ['production', ['--key-in-url', '--skip', 'auth.query-key'], false, 'skipped'],
    ['staging', [], true, 'passed'],
    ['local', [], true, 'passed'],
    ['local', ['--skip', 'auth.query-key'], false, 'skipped'],
    ['local', [...THOROUGH, '--skip', 'auth.query-key'], false, 'skipped'],
  ])('%s %j: sent %s, auth.query-key %s', async (targetClass, args, isSent, status) => {
    const { options, seen } = await target(targetClass);
    const ended = await run(['check', '--out', 'run', ...args], options);
    expect(ended.code, ended.said).toBe(0);
    expect(seen.some((request) => request.includes(FREE_KEY))).toBe(isSent);
    const result = JSON.parse(readFileSync(join(options.cwd, 'run/results.json'), 'utf8')) as Result;
    const row = (id: string) => result.requirements.find((one) => one.id === id);
    expect(row('auth.required.list')?.verdict).toBe('pass');
    expect(row('auth.query-key')).toMatchObject(
      status === 'passed' ? { verdict: 'pass' } : { verdict: 'not-applicable', code: 'key-not-in-url' },
    );
    // The default list, and instead of the one with the key in its query, one without.
    if (!args.includes('thorough'))
      expect(seen.filter((request) => request === 'GET /v1/pets')).toHaveLength(isSent ? 1 : 2);
    const dry = await run(['check', '--dry-run', ...args], options);
    expect(dry.stdout.includes('the key only in the query')).toBe(isSent);
    expect(result.settings.partial).toBe(false);
    const why = args.includes('--skip') ? '--skip auth.query-key' : 'production without --key-in-url';
    const words = `no URL contained the key (${why})`;
    expect(ended.unwrapped.includes(`1 must was skipped because ${words}`)).toBe(status === 'skipped');
    const gaps = /<div class="gaps">.*?<\/div>/s.exec(readFileSync(join(options.cwd, 'run/report.html'), 'utf8'));
    expect(gaps?.[0].includes(`<strong>Skipped:</strong> ${words.replace(/ \(.*/, '')}`)).toBe(status === 'skipped');
    const strict = await run(['judge', 'run', '--fail-on', 'skipped'], options);
    expect(strict.code).toBe(status === 'skipped' || result.settings.readOnly ? 3 : 0);
  });
});

describe('the ledger of a key', () => {
  it.each<Class>(['staging', 'local'])('refuses a second run on the same key at the same time (%s)', async (kind) => {
    const { options, seen, ledgers } = await target(kind);
    const first = start(['limits'], options);
    await sleep(20_000);
    const before = seen.length;
    expect(before).toBeGreaterThan(60);
    const second = await run(['limits'], options);
    expect(second.code, second.said).toBe(3);
    expect(second.unwrapped).toMatch(/run \d{8}T\d{6}Z-\w+ \(process \d+ on .*\) uses this key/);
    expect(seen.length).toBe(before);
    const checked = start(['check'], options);
    if (kind === 'local') await sleep(1_000);
    else expect((await checked.ended).code).toBe(3);
    checked.interrupt();
    const { unwrapped } = await checked.ended;
    expect(unwrapped).toMatch(/uses this key: wait until/);
    expect(unwrapped.includes('warning: free#1: run 2')).toBe(kind === 'local');
    expect((await first.ended).unwrapped).toContain('60 of 60 admitted');
    // Nothing is counted for a local service.
    expect(ledgers()).toHaveLength(kind === 'local' ? 0 : 1);
  });

  it('warns that a local key is not locked if the state folder cannot be written', async () => {
    const { options } = await target('local');
    const ended = await run(['limits'], { ...options, env: { ...options.env, XDG_STATE_HOME: '/proc/state' } });
    expect(ended.code, ended.said).toBe(0);
    expect(ended.unwrapped).toMatch(
      /warning: another run can use the same keys meanwhile: cannot write to \/proc\/state/,
    );
    expect((await run(['limits'], options)).said).not.toContain('warning: another run');
  });

  it('is free after an interrupted run', async () => {
    const { options } = await target('staging');
    const first = start(['limits'], options);
    await sleep(20_000);
    first.interrupt();
    expect((await first.ended).code).toBe(130);
    await sleep(61_000);
    const next = await run(['check'], options);
    expect(next.code, next.said).toBe(0);
  });

  it('refuses a run above the share of the day before any request, and states when it fits', async () => {
    const { options, seen, ledgers } = await target('production');
    expect((await run(['check'], options)).code).toBe(0);
    const [path = ''] = ledgers();
    const ledger = JSON.parse(readFileSync(path, 'utf8')) as { entries: { requests: number }[] };
    expect(ledger.entries[0]?.requests).toBeGreaterThan(10);
    writeFileSync(path, JSON.stringify({ ...ledger, entries: [{ ...ledger.entries[0], requests: 490 }] }));
    const before = seen.length;
    const refused = await run(['check'], options);
    expect(refused.code, refused.said).toBe(3);
    expect(refused.unwrapped).toMatch(
      /490 requests in the last 24 hours .* 50 % of 1000 per day.*possible from \d{4}-/,
    );
    expect(seen.length).toBe(before);
  });
});
