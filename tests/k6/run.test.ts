import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KeyLabel } from '../../src/exchange/exchange.ts';
import { type K6Run, type QuotaConfig, type RunK6Options, runK6 } from '../../src/k6/index.ts';
import { secretsIn } from '../../src/k6/run/secrets.ts';
import { temporaryFolder } from '../folder.ts';
import { fakeK6 } from './fake-k6.ts';

const folder = temporaryFolder();
const secret = 'sesame-open-4711/+=&';
const keys = new Map<KeyLabel, string>([['free#1', secret]]);
const experiment = { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 60 } as const;
const config: QuotaConfig = { run: 'fake', baseUrl: 'http://127.0.0.1:9/v1', experiments: [experiment] };
const env = {
  PATH: '/usr/bin:/bin',
  HOME: '/root',
  K6_ITERATIONS: '3',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  STORE_API_KEY_FREE: secret,
};
let runs = 0;

function journalOf(number: number): string {
  return join(folder, `run-${number}.ndjson`);
}

function run(body: string, options: Partial<RunK6Options> = {}): Promise<K6Run> {
  runs += 1;
  const path = fakeK6(folder, `k6-${runs}`, body);
  const k6 = { path, version: 'v2.2.0' };
  return runK6({
    k6,
    kind: 'quota',
    script: '/nowhere/quota.js',
    config,
    keys,
    journal: journalOf(runs),
    env,
    ...options,
  });
}

function kinds({ problems }: K6Run): string[] {
  return problems.map(({ kind }) => kind).sort();
}

describe('what k6 is given', () => {
  it('no key in a folder, in arguments or environment, no inherited K6_*, no proxy; keys in a file without a name', async () => {
    const seen = join(folder, 'seen.json');
    const body = `const source = args.find((arg) => arg.startsWith('--secret-source=file=')).slice(21); const keys = fs.openSync(source);
      const texts = fs.readdirSync('.').map((name) => fs.readFileSync(name, 'utf8')).join();
      fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args, env: process.env, config, texts, links: fs.fstatSync(keys).nlink,
      mode: fs.fstatSync(keys).mode & 0o777, folder: fs.statSync('.').mode & 0o777, keys: fs.readFileSync(keys, 'utf8'), options: fs.readFileSync('options.json', 'utf8') }));`;
    await run(body);
    const { keys: file, links, mode, folder: folderMode, options, ...visible } = JSON.parse(readFileSync(seen, 'utf8'));
    expect({ file, links, mode, folderMode, options }).toEqual({
      file: `free#1=${secret}\n`,
      links: 0,
      mode: 0o600,
      folderMode: 0o700,
      options: '{}',
    });
    expect(JSON.stringify(visible)).not.toContain(secret);
    expect(Object.keys(visible.env).filter((name) => /^K6_|PROXY|STORE/.test(name))).toEqual([
      'K6_NO_USAGE_REPORT',
      'K6_AUTO_EXTENSION_RESOLUTION',
    ]);
    expect(visible.args).toContain('--include-system-env-vars=false');
    expect(visible.config).toEqual(config);
  });

  it('the proxy, where it is asked for', async () => {
    const seen = join(folder, 'proxy.txt');
    await run(`fs.writeFileSync(${JSON.stringify(seen)}, process.env.HTTPS_PROXY ?? '');`, { proxy: true });
    expect(readFileSync(seen, 'utf8')).toBe('http://127.0.0.1:9');
  });

  it('the keys are gone as soon as k6 has begun, the folder when it has ended', async () => {
    const seen = join(folder, 'later.json');
    const late = `fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ keys: fs.readFileSync('/dev/fd/3', 'utf8'), folder: process.cwd() }));`;
    await run(`journal(start); setTimeout(() => { ${late} }, 600);`);
    const { keys: text, folder: path } = JSON.parse(readFileSync(seen, 'utf8'));
    expect({ text, left: existsSync(path) }).toEqual({ text: '', left: false });
  });

  it('where an open file cannot be had again by its number: keys in a file only this user can read, until it began', () => {
    const path = mkdtempSync(join(folder, 'windows-'));
    const { file, descriptor, drop } = secretsIn(path, keys, 'win32');
    expect({ file, descriptor }).toEqual({ file: 'keys', descriptor: undefined });
    expect(readFileSync(join(path, file), 'utf8')).toBe(`free#1=${secret}\n`);
    expect(statSync(join(path, file)).mode & 0o777).toBe(0o600);
    drop();
    drop();
    expect(readdirSync(path)).toEqual([]);
  });
});

describe('how k6 ends', () => {
  it.each([
    [0, 'ended'],
    [99, 'invalid-experiment'],
    [100, 'timeout'],
    [104, 'our-defect'],
    [105, 'interrupted'],
    [107, 'our-defect'],
    [109, 'tool-error'],
    [255, 'our-defect'],
    [7, 'tool-error'],
  ])('exit code %i: %s', async (code, kind) => {
    const result = await run(`journal(start, exchange(0), closing(1)); process.exit(${code});`);
    expect(result.exit).toMatchObject({ code, kind });
    expect(result.complete).toBe(true);
    expect(kinds(result)).toEqual(code === 0 ? [] : [code === 99 ? 'invalid' : 'exit']);
  });

  it('0 proves nothing without the closing record', async () => {
    expect(kinds(await run('journal(start, exchange(0));'))).toEqual(['incomplete']);
    expect(kinds(await run('journal(start, exchange(0), closing(2));'))).toEqual(['incomplete']);
    expect(kinds(await run('journal(start, exchange(0), exchange(0), closing(2));'))).toEqual(['incomplete']);
    expect(kinds(await run(''))).toEqual(['incomplete']);
  });

  it('a crash: what was recorded is the result, cut where it was cut', async () => {
    const result = await run(
      `journal(start, exchange(0)); raw('{"v":1,"run":"fa'); process.kill(process.pid, 'SIGKILL');`,
    );
    expect(result.exchanges.length).toBe(1);
    expect(result.exit).toMatchObject({ code: null, signal: 'SIGKILL', kind: 'tool-error' });
    expect(kinds(result)).toEqual(['cut', 'exit', 'incomplete']);
  });

  it('a line that is no record is told by its number', async () => {
    const result = await run(`journal(start, exchange(0)); raw('panic: oops\\n'); journal(closing(1));`);
    expect(result.problems).toEqual([{ kind: 'damaged', message: 'no records: line 3' }]);
  });

  it('one that hangs is stopped by SIGINT, SIGINT, SIGKILL', async () => {
    const body = `process.on('SIGINT', () => raw('\\n')); journal(start); setInterval(() => {}, 1000);`;
    const result = await run(body, { timeoutMs: 500, graceMs: 200 });
    expect(result.exit).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(kinds(result)).toEqual(['damaged', 'exit', 'incomplete', 'timeout']);
    expect(readFileSync(journalOf(runs), 'utf8').split('\n').length).toBe(4);
  });

  it('one that cannot be started is a problem, not an exception', async () => {
    const k6 = { path: join(folder, 'missing'), version: 'v2.2.0' };
    const result = await run('', { k6 });
    expect(result.exit.kind).toBe('tool-error');
    expect(result.stderrTail).toContain('ENOENT');
  });

  it('an abort before the start ends at once', async () => {
    const result = await run('journal(start); setInterval(() => {}, 1000);', {
      signal: AbortSignal.abort(),
      graceMs: 300,
    });
    expect(kinds(result)).toEqual(['incomplete', 'interrupted']);
  });
});

describe('what k6 says', () => {
  it('a key in the journal, in any form, is replaced and reported', async () => {
    const forms = [secret, encodeURIComponent(secret), Buffer.from(`user:${secret}`).toString('base64')];
    const lines = forms.map((form, seq) => `exchange(${seq}, ${JSON.stringify(`say ${form}`)})`).join(', ');
    const result = await run(`journal(start, ${lines}, closing(3)); process.stderr.write('boo ${secret}');`);
    const text = readFileSync(journalOf(runs), 'utf8') + JSON.stringify(result);
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(4, 20)])
      expect(text).not.toContain(form);
    expect(result.problems).toEqual([
      { kind: 'leak', message: 'a key stood in 3 lines of the journal; it was replaced' },
    ]);
    expect(result.stderrTail).toBe('boo [key free#1]');
  });

  it('unknown options are a defect of ours', async () => {
    const warning = 'There were unknown fields in the options exported in the script';
    expect(kinds(await run(`journal(start, closing(0)); process.stderr.write('${warning}');`))).toEqual(['options']);
  });

  it('characters that are cut by a read arrive whole', async () => {
    const result = await run(`journal(start, exchange(0, 'ä€😀'.repeat(200000)), closing(1));`);
    expect(result.exchanges[0]?.received).toMatchObject({ body: 'ä€😀'.repeat(200_000) });
  });
});

describe('what the caller must keep to', () => {
  it('a key for every label, without line ends, and a fresh journal', async () => {
    await expect(run('', { keys: new Map() })).rejects.toThrow('free#1: no key');
    await expect(run('', { keys: new Map([['free#1', 'a\nb']]) })).rejects.toThrow('control character');
    await run('');
    await expect(run('', { journal: journalOf(runs) })).rejects.toThrow('EEXIST');
    expect(
      readdirSync(tmpdir()).filter((name) => name.startsWith('storecheck-k6-') && isOurs(join(tmpdir(), name))),
    ).toEqual([]);
  });
});

function isOurs(path: string): boolean {
  const file = join(path, 'config.json');
  return existsSync(file) && readFileSync(file, 'utf8') === JSON.stringify(config);
}
