import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/io/clock.ts';
import { isRunning } from '../../../src/io/lock.ts';
import { type CachePlace, cachePlace } from '../../../src/k6/find/cache.ts';
import { K6NotFoundError } from '../../../src/k6/find/errors.ts';
import { type FindOptions, findK6 } from '../../../src/k6/find/find.ts';
import { temporaryFolder } from '../../folder.ts';
import { expectLines, goldenIn } from '../../golden.ts';
import { fakeK6 } from '../../k6/fake-k6.ts';
import { REAL_CLOCK } from '../../real-io.ts';
import { until } from '../push.ts';
import { start } from '../run.ts';

const moduleDir = new URL('../../../load/k6', import.meta.url).pathname;
const root = temporaryFolder();
const k6 = fakeK6(root, 'built-k6', '');

/** Fifty times as fast as the real one. */
const SPEED = 50;
const began = REAL_CLOCK.now();
const clock: Clock = {
  now: () => began + (REAL_CLOCK.now() - began) * SPEED,
  sleep: (milliseconds, signal) => REAL_CLOCK.sleep(milliseconds / SPEED, signal),
  after: (milliseconds, action) => REAL_CLOCK.after(milliseconds / SPEED, action),
  every: (milliseconds, action) => REAL_CLOCK.every(milliseconds / SPEED, action),
};

interface Fresh extends FindOptions {
  readonly env: Record<string, string>;
  /** A folder that holds all others. */
  readonly home: string;
  readonly bin: string;
  readonly cache: string;
}

/** New folders for PATH and cache. */
function fresh(): Fresh {
  const home = mkdtempSync(join(root, 'find-'));
  const [bin, cache] = [join(home, 'bin'), join(home, 'cache')];
  mkdirSync(bin);
  return { env: { PATH: bin, XDG_CACHE_HOME: cache, HOME: home }, moduleDir, clock, home, bin, cache };
}

/** A stand-in for Go: `build` is a shell script, and `$out` is the file that a build writes. Each build adds a line to `bin/builds`. */
function fakeGo({ bin }: Fresh, build: string, { version = 'go1.26.8' } = {}): void {
  const script = `#!/bin/sh
PATH=/usr/bin:/bin
case "$1" in
version) echo "go version ${version} linux/amd64"; exit;;
esac
echo run >> ${bin}/builds
while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done
${build}
`;
  writeFileSync(join(bin, 'go'), script, { mode: 0o755 });
}

/** New folders, and a Go that builds k6 unless `build` says otherwise. */
function withGo(build: string | ((options: Fresh) => string) = goodBuild(), go?: Parameters<typeof fakeGo>[2]): Fresh {
  const options = fresh();
  fakeGo(options, typeof build === 'string' ? build : build(options), go);
  return options;
}

const goodBuild = (seconds = 0) => `sleep ${seconds}; cp ${k6} "$out"`;
/** A build that waits for `release`. */
const heldBuild = ({ bin }: Fresh, build = goodBuild()) =>
  `for i in $(seq 500); do [ -e ${bin}/release ] && break; sleep 0.02; done; ${build}`;
const release = ({ bin }: Fresh) => writeFileSync(join(bin, 'release'), '');
const hasBegun = ({ bin }: Fresh) => existsSync(join(bin, 'builds'));
const buildsOf = ({ bin }: Fresh) => readFileSync(join(bin, 'builds'), 'utf8').trim().split('\n').length;
const placeOf = ({ env }: Fresh): Promise<CachePlace> => cachePlace(moduleDir, env, process.platform);
/** Files in the cache, whose folders stay. */
const filesIn = ({ cache }: Fresh) =>
  existsSync(cache)
    ? readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => !/^storecheck(\/k6)?$/.test(name))
    : [];
const entriesOf = ({ cache }: Fresh) => readdirSync(join(cache, 'storecheck', 'k6'));

async function failure(options: FindOptions): Promise<K6NotFoundError> {
  const error = await findK6(options).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof K6NotFoundError)) throw error ?? new Error('found');
  return error;
}

/** A Go that compiles until it is killed; `pids` names the process and its child. */
const endless = ({ bin }: Fresh) => `sleep 20 & echo $$ $! > ${bin}/pids; wait`;
const pidsOf = ({ bin }: Fresh) => {
  const file = join(bin, 'pids');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number).filter(Boolean) : [];
};
const runs = (pid: number) => isRunning({ pid, host: hostname() }) === true;

/** `storecheck doctor --fix` in a process of its own. */
function install({ env }: Fresh): ReturnType<typeof start> {
  return start(['doctor', '--fix'], { env });
}

describe('the order of places', () => {
  it('prefers --k6 over K6_BIN', async () => {
    const options = fresh();
    const [a, b] = [fakeK6(options.bin, 'a', ''), fakeK6(options.bin, 'b', '', 'v2.9.1')];
    const env = { ...options.env, K6_BIN: b };
    expect(await findK6({ ...options, env, path: a })).toMatchObject({ path: a, version: 'v2.2.0', source: 'option' });
    expect(await findK6({ ...options, env })).toMatchObject({ path: b, version: 'v2.9.1', source: 'environment' });
  });

  it('builds k6 into the cache once, then finds it there', async () => {
    const options = withGo(goodBuild(0.1));
    const progress: unknown[] = [];
    const built = await findK6({ ...options, onProgress: (step) => progress.push(step) });
    const { binary, folder } = await placeOf(options);
    expect(folder).toMatch(/\/cache\/storecheck\/k6\/v2\.2\.0-[0-9a-f]{12}$/);
    expect(built).toMatchObject({ path: binary, source: 'built', notes: [{ code: 'no-k6-on-path' }] });
    expect(progress.length).toBeGreaterThan(1);
    expect(progress[0]).toEqual({ state: 'building', seconds: 0 });
    fakeGo(options, 'exit 1');
    expect(await findK6(options)).toMatchObject({ path: binary, source: 'cache' });
    expect(entriesOf(options).length).toBe(1);
    expect(readdirSync(folder)).toEqual(['k6']);
  });
});

it('a cached k6 that does not start is rebuilt', async () => {
  const options = withGo();
  const { folder, binary } = await placeOf(options);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(binary, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const found = await findK6(options);
  expect(found).toMatchObject({ path: binary, source: 'built' });
  expect(entriesOf(options).length).toBe(1);
});

describe('a build', () => {
  it('gets the variables that Go needs and no others: they may hold a key', async () => {
    const options = fresh();
    const seen = join(options.bin, 'seen');
    fakeGo(options, `env > ${seen}; ${goodBuild()}`);
    const others = {
      GOPROXY: 'http://127.0.0.1:9',
      GOLD_KEY: 'a-key-of-gold',
      STORE_API_KEY_PRO: 'a-key',
      GOOS: 'plan9',
    };
    await findK6({ ...options, env: { ...options.env, ...others } });
    const text = readFileSync(seen, 'utf8');
    expect(text).toContain('GOPROXY=http://127.0.0.1:9');
    expect(text).not.toMatch(/a-key|GOOS/);
    expect(text).toMatch(/^GOTMPDIR=.*\.building-\w+\/tmp$/m);
  });

  const named = (arrange: (bin: string) => string) => {
    const options = fresh();
    return { ...options, build: false, path: arrange(options.bin) };
  };

  const FAILURES: Readonly<Record<string, () => Fresh & FindOptions>> = {
    'a reason of Go': () => withGo('echo half > "$out"; echo "missing go.sum entry" >&2; exit 1'),
    'old Go': () => withGo('', { version: 'go1.24.9' }),
    'a named k6 that is missing': () => named((bin) => join(bin, 'none')),
    'a named k6 1.x': () => named((bin) => fakeK6(bin, 'old', '', 'v1.4.0')),
    'no Go on macOS': () => ({ ...fresh(), platform: 'darwin' }),
    'no Go on Windows': () => ({ ...fresh(), platform: 'win32' }),
    'no Go on Linux': () => ({ ...fresh(), platform: 'linux' }),
  };

  it('that fails, or is of no use, is reported and leaves nothing', async () => {
    const messages: Record<string, string> = {};
    for (const [name, arrange] of Object.entries(FAILURES)) {
      const options = arrange();
      const { message } = await failure(options);
      const shown = name.startsWith('no Go') ? message : message.replace(/\nWays to get it[\s\S]*/, '');
      messages[name] = shown.replaceAll(options.home, 'HOME').replace(/\.building-\w+|v2\.2\.0-\w{12}/g, '…');
      expect(filesIn(options), name).toEqual([]);
    }
    await expectLines(goldenIn(import.meta.dirname)('failures.txt'), messages, String);
  });
});

describe('the cache folder', () => {
  it('of another user is not used, unless that is root', async () => {
    const options = { ...withGo(), uid: 4242 };
    await findK6({ ...options, uid: process.getuid?.() ?? 0 });
    if (process.getuid?.() === 0) {
      expect(await findK6(options)).toMatchObject({ source: 'cache' });
      chownSync((await placeOf(options)).folder, 4343, 4343);
    }
    const { message } = await failure(options);
    expect(message).toMatch(/Not using the k6 cache .*: user \d+ owns .* and could replace k6\. Set XDG_CACHE_HOME/);
  });

  it('that others can write to is not used, but a k6 built under any umask is', async () => {
    const options = withGo();
    const node = ['/bin/sh', '-c', `umask 0; exec "$0" "$@"`, process.execPath];
    const { ended } = await start(['doctor', '--fix'], { env: options.env, node });
    expect((await ended).code).toBe(0);
    expect(await findK6(options)).toMatchObject({ source: 'cache' });
    chmodSync(join(options.cache, 'storecheck', 'k6'), 0o777);
    expect((await failure(options)).message).toContain('other users can write to');
  });
});

describe('several processes', () => {
  it('share one build', async () => {
    const options = withGo(heldBuild);
    const first = await install(options);
    await until(() => hasBegun(options));
    const second = await install(options);
    second.child.stderr.once('data', () => release(options));
    const [built, shared] = await Promise.all([first.ended, second.ended]);
    expect(buildsOf(options)).toBe(1);
    expect([built, shared]).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(shared.stderr).toContain(`Waiting for process ${first.child.pid} on ${hostname()}, which is building k6`);
    expect(built.stdout).toMatch(/^k6 v2\.2\.0 at .* \(built\)$/m);
    expect(shared.stdout).toBe(built.stdout.replace('(built)', '(cache)'));
    expect(entriesOf(options).length).toBe(1);
  });

  it('take over from a process that is killed, and remove its folder', async () => {
    const options = withGo(endless);
    const { child } = await install(options);
    await until(() => pidsOf(options).length === 2);
    fakeGo(options, goodBuild());
    const found = await findK6({
      ...options,
      onProgress: ({ state }) => {
        if (state === 'waiting') child.kill('SIGKILL');
      },
    });
    expect(found.source).toBe('built');
    expect(buildsOf(options)).toBe(2);
    expect(readdirSync((await placeOf(options)).folder)).toEqual(['k6']);
    expect(entriesOf(options).length).toBe(1);
  });
});

it('a process that is interrupted leaves nothing', async () => {
  const options = withGo(endless);
  const { child, ended } = await install(options);
  await until(() => pidsOf(options).length === 2);
  for (const signal of ['SIGINT', 'SIGINT'] as const) child.kill(signal);
  const { code, milliseconds } = await ended;
  expect(code).toBe(130);
  expect(milliseconds).toBeLessThan(10_000);
  await until(() => !pidsOf(options).some(runs));
  expect(filesIn(options)).toEqual([]);
});
