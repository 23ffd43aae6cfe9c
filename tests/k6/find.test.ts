import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { cachePlace, type FindOptions, findK6, K6NotFoundError } from '../../src/k6/index.ts';
import { temporaryFolder } from '../cli/run.ts';
import { fakeK6 } from './fake-k6.ts';
import { moduleDir } from './real-k6.ts';

const root = temporaryFolder();
let bin: string;
let cache: string;

/** Fresh folders for PATH and cache. */
function fresh(): FindOptions & { readonly env: Record<string, string> } {
  const place = mkdtempSync(join(root, 'find-'));
  [bin, cache] = [join(place, 'bin'), join(place, 'cache')];
  mkdirSync(bin);
  return { env: { PATH: bin, XDG_CACHE_HOME: cache, HOME: place }, moduleDir };
}

/** A stand-in for Go, which `builds` as the given shell script says; `$out` is the file to write. */
function fakeGo(builds: string, version = 'go1.26.8'): void {
  const find = 'while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done';
  const script = `#!/bin/sh\nPATH=/usr/bin:/bin\nif [ "$1" = version ]; then echo "go version ${version} linux/amd64"; exit; fi\n${find}\n${builds}\n`;
  writeFileSync(join(bin, 'go'), script, { mode: 0o755 });
}

function goodBuild(seconds = 0): string {
  const k6 = fakeK6(root, 'built-k6', '');
  return `sleep ${seconds}; cp ${k6} "$out"`;
}

async function failure(options: FindOptions): Promise<K6NotFoundError> {
  const error = await findK6(options).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof K6NotFoundError)) throw error ?? new Error('found');
  return error;
}

describe('the order', () => {
  it('the one that is named, by option before K6_BIN', async () => {
    const options = fresh();
    const [a, b] = [fakeK6(bin, 'a', ''), fakeK6(bin, 'b', '', 'v2.9.1')];
    const env = { ...options.env, K6_BIN: b };
    expect(await findK6({ ...options, env, path: a })).toMatchObject({ path: a, version: 'v2.2.0', source: 'option' });
    expect(await findK6({ ...options, env })).toMatchObject({ path: b, version: 'v2.9.1', source: 'environment' });
  });

  it('one that is named and cannot be used is an error', async () => {
    const options = fresh();
    fakeK6(bin, 'k6', '');
    expect((await failure({ ...options, path: join(bin, 'none') })).message).toContain('cannot be run');
    const old = fakeK6(bin, 'old', '', 'v1.4.0');
    expect((await failure({ ...options, path: old })).message).toContain('is k6 v1.4.0; it must be >=2.0 <3');
  });

  it('PATH: a 1.x there is passed over with a note', async () => {
    const options = fresh();
    const second = join(bin, 'second');
    mkdirSync(second);
    const old = fakeK6(bin, 'k6', '', 'v1.4.0');
    const found = await findK6({
      ...options,
      env: { ...options.env, PATH: `${bin}:${second}:${dirname(fakeK6(second, 'k6', ''))}` },
    });
    expect(found).toMatchObject({ source: 'path', notes: [`${old} is k6 v1.4.0; it must be >=2.0 <3`] });
  });

  it('PATH: what is no k6 is passed over, what is no program does not count', async () => {
    const options = fresh();
    writeFileSync(join(bin, 'k6'), '#!/bin/sh\necho hello\n', { mode: 0o755 });
    expect((await failure({ ...options, build: false })).message).toContain('is not a k6');
    const other = fresh();
    writeFileSync(join(bin, 'k6'), 'text', { mode: 0o644 });
    expect((await failure({ ...other, build: false })).message).toContain('there is none on PATH');
  });

  it('built once into the cache, then found there', async () => {
    const options = fresh();
    fakeGo(goodBuild(1.2));
    const seconds: number[] = [];
    const built = await findK6({ ...options, onProgress: (elapsed) => seconds.push(elapsed) });
    const { binary, folder } = await cachePlace(moduleDir, options.env, process.platform);
    expect(folder).toMatch(/\/cache\/storecheck\/k6\/v2\.2\.0-[0-9a-f]{12}$/);
    expect(built).toMatchObject({ path: binary, source: 'built', notes: ['there is none on PATH'] });
    expect(seconds.slice(0, 2)).toEqual([0, 1]);
    fakeGo('exit 1');
    expect(await findK6(options)).toMatchObject({ path: binary, source: 'cache' });
    expect(readdirSync(dirname(folder)).length).toBe(1);
  });

  it('one in the cache that does not run is built anew', async () => {
    const options = fresh();
    fakeGo(goodBuild());
    const { folder, binary } = await cachePlace(moduleDir, options.env, process.platform);
    mkdirSync(folder, { recursive: true });
    writeFileSync(binary, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect(await findK6(options)).toMatchObject({ path: binary, source: 'built' });
  });
});

describe('builds', () => {
  it('two at once do no harm', async () => {
    const options = fresh();
    fakeGo(goodBuild(0.3));
    const found = await Promise.all([findK6(options), findK6(options), findK6(options)]);
    expect(new Set(found.map(({ path }) => path)).size).toBe(1);
    expect(readdirSync(join(cache, 'storecheck', 'k6')).length).toBe(1);
  });

  it('gets what Go needs, and no variable beside it: a key may stand in one', async () => {
    const options = fresh();
    const seen = join(bin, 'seen');
    fakeGo(`env > ${seen}; ${goodBuild()}`);
    const env = {
      ...options.env,
      GOPROXY: 'http://127.0.0.1:9',
      GOLD_KEY: 'a-key-of-gold',
      STORE_API_KEY_PRO: 'a-key',
      GOOS: 'plan9',
    };
    await findK6({ ...options, env });
    const text = readFileSync(seen, 'utf8');
    expect(text).toContain('GOPROXY=http://127.0.0.1:9');
    expect(text).not.toMatch(/a-key|GOOS/);
  });

  it('one that fails leaves nothing and tells the end of what Go said', async () => {
    const options = fresh();
    fakeGo('echo half > "$out"; echo "missing go.sum entry" >&2; exit 1');
    const error = await failure(options);
    expect(error.message).toContain('building k6 failed (go ended with 1):\nmissing go.sum entry');
    expect(readdirSync(join(cache, 'storecheck', 'k6'))).toEqual([]);
  });

  it('one that gives something else than k6 is not taken', async () => {
    const options = fresh();
    fakeGo('cp /bin/true "$out"');
    expect((await failure(options)).message).toContain('is not a k6');
    expect(readdirSync(join(cache, 'storecheck', 'k6'))).toEqual([]);
  });

  it('one that is given up ends at once', async () => {
    const options = fresh();
    fakeGo('exec sleep 20');
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    await expect(findK6({ ...options, signal: stop.signal })).rejects.toThrow('abort');
    expect(readdirSync(join(cache, 'storecheck', 'k6'))).toEqual([]);
  });

  it('a Go that is too old, or none, is told with the ways to get k6', async () => {
    const old = fresh();
    fakeGo(goodBuild(), 'go1.24.9');
    expect((await failure(old)).message).toContain('go1.24.9 is too old to build k6: it needs Go 1.25 or newer');
    const none = fresh();
    const error = await failure({ ...none, platform: 'darwin' });
    expect(error.message).toContain('there is no Go on PATH');
    expect(error.message).toContain('brew install k6');
    expect((await failure({ ...none, platform: 'win32' })).message).toContain('winget install k6');
    expect((await failure({ ...none, platform: 'linux' })).message).toContain('github.com/grafana/k6/releases');
    expect(existsSync(cache)).toBe(false);
  });
});
