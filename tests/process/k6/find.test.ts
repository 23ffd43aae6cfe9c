import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { isRunning } from '../../../src/io/process-identity.ts';
import type { FindOptions } from '../../../src/k6/find/cache.ts';
import { findK6 } from '../../../src/k6/find/find.ts';
import { temporaryFolder, writeFiles } from '../../support/files.ts';
import { expectLines, golden } from '../../support/golden.ts';
import { contentOf } from '../../support/processes.ts';
import { REAL_IO } from '../../support/real-io.ts';
import { start, until } from '../real-command.ts';
import { fakeK6 } from './fake-k6.ts';

const moduleDir = new URL('../../../load/k6', import.meta.url).pathname;
const k6 = fakeK6(temporaryFolder(), 'built-k6');
/** Of a stand-in for Go, in which `$out` is the file that a build writes. */
const BUILDS = `cp ${k6} "$out"`;

/**
 * New folders for PATH and cache, with a Go that does this if it builds, unless that is null. Each build adds a line to the file `builds`.
 */
function machine(build: string | null = BUILDS) {
  const home = temporaryFolder();
  const [bin, cache] = [join(home, 'bin'), join(home, 'cache/storecheck/k6')];
  const env = { PATH: bin, XDG_CACHE_HOME: join(home, 'cache'), HOME: home };
  const setGo = (builds: string) => {
    const go = `#!/bin/sh
PATH=/usr/bin:/bin
echo $$ >>${home}/builds
while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done
${builds}
`;
    writeFiles(bin, { go }, 0o755);
  };
  if (build !== null) setGo(build);
  return {
    home,
    bin,
    cache,
    env,
    setGo,
    find: (more: Partial<FindOptions> = {}) => findK6({ env, moduleDir, clock: REAL_IO.clock, ...more }),
    /** Pids of the Go of each build so far. */
    builds: () => (contentOf(join(home, 'builds')) ?? '').split('\n').filter(Boolean).map(Number),
    /** `storecheck doctor --fix` in a process of its own. */
    install: () => start(['doctor', '--fix'], { env }),
    /** Files in the cache: a lock, an unfinished build or the k6. */
    left: () =>
      existsSync(cache)
        ? readdirSync(cache, { recursive: true, encoding: 'utf8' }).map((name) => name.replace(/-\w{12}/, ''))
        : [],
  };
}

it('--k6 is used before K6_BIN, and that before a k6 that is built once into the cache', async () => {
  const { find, bin, env: own, left, setGo } = machine();
  const [a, b] = [fakeK6(bin, 'a'), fakeK6(bin, 'b', '', 'v2.9.1')];
  const env = { ...own, K6_BIN: b };
  expect(await find({ env, path: a })).toMatchObject({ path: a, version: 'v2.2.0', source: 'option' });
  expect(await find({ env })).toMatchObject({ path: b, version: 'v2.9.1', source: 'environment' });
  const said: string[] = [];
  const built = await find({ say: (line) => said.push(line) });
  expect(built).toMatchObject({ source: 'built', notes: ['No k6 on PATH'] });
  expect(said).toEqual([expect.stringContaining('Building the pinned k6 with Go')]);
  setGo('exit 1');
  expect(await find()).toMatchObject({ path: built.path, source: 'cache' });
  expect(left()).toEqual(['v2.2.0', 'v2.2.0/k6']);
});

it('a cached k6 that does not start is rebuilt; one that others can write is refused', async () => {
  const { find, cache } = machine();
  const { path } = await find();
  writeFileSync(path, '#!/bin/sh\nexit 1\n');
  expect(await find()).toMatchObject({ path, source: 'built' });
  for (const place of [path, dirname(path), cache, dirname(cache)]) {
    const { mode } = statSync(place);
    for (const open of [0o020, 0o002]) {
      chmodSync(place, mode | open);
      const unsafe = `Other users can write to ${place}, and could have replaced k6: remove ${dirname(cache)}`;
      await expect(find()).rejects.toThrow(unsafe);
    }
    chmodSync(place, mode);
  }
  if (process.getuid?.() !== 0) return;
  chownSync(path, 1, 1);
  await expect(find()).rejects.toThrow(`Other users can write to ${path}`);
});

it('a build gets the variables that Go needs and no others: they may hold a key', async () => {
  const { find, env, home } = machine(`env >"$HOME/seen"; ${BUILDS}`);
  const others = { GOPROXY: 'http://127.0.0.1:9', GOLD_KEY: 'a-key', STORE_API_KEY_PRO: 'a-key', GOOS: 'plan9' };
  await find({ env: { ...env, ...others } });
  const text = readFileSync(join(home, 'seen'), 'utf8');
  expect(text).toContain('GOPROXY=http://127.0.0.1:9');
  expect(text).not.toMatch(/a-key|GOOS/);
});

const named = (path: string) => ({ build: false, path });
const FAILURES: Readonly<Record<string, readonly [build: string | null, more: Partial<FindOptions>]>> = {
  'a reason of Go': ['echo half >"$out"; echo "missing go.sum entry" >&2; exit 1', {}],
  'a named k6 that is missing': [null, named('/nowhere/none')],
  'a named k6 1.x': [null, named(fakeK6(temporaryFolder(), 'old', '', 'v1.4.0'))],
  'no Go': [null, {}],
};

it('a failure is explained, and leaves nothing', async () => {
  const messages: Record<string, string> = {};
  for (const [name, [build, more]] of Object.entries(FAILURES)) {
    const { find, home, left } = machine(build);
    const { message } = await find(more).then(
      () => new Error('found'),
      (error: Error) => error,
    );
    const shown = name === 'no Go' ? message : message.replace(/\nWays to get it[\s\S]*/, '');
    messages[name] = shown.replaceAll(home, 'HOME').replace(/\S+(?=\/old)/g, 'HOME/bin');
    expect(left(), name).toEqual([]);
  }
  await expectLines(golden('failures.txt'), messages, String);
});

it('two processes that find the lock and the folder of a killed one build once, and share the result', async () => {
  const { install, setGo, builds, home, left } = machine('sleep 20');
  const { child, ended } = install();
  await until(() => builds().length === 1);
  child.kill('SIGKILL');
  await ended;
  setGo(`while [ ! -e ${home}/release ]; do sleep 0.02; done; ${BUILDS}`);
  const both = [install(), install()];
  let said = '';
  for (const one of both) one.child.stderr.on('data', (text: string) => (said += text));
  await until(() => /Waiting for another build of k6 \(process \d+\)/.test(said));
  writeFileSync(join(home, 'release'), '');
  const ends = await Promise.all(both.map((one) => one.ended));
  const sources = ends.map(({ stdout }) => /^k6 v2\.2\.0 at .* \((\w+)\)$/m.exec(stdout)?.[1]);
  expect([sources.sort(), builds().length], said).toEqual([['built', 'cache'], 2]);
  expect(left()).toEqual(['v2.2.0', 'v2.2.0/k6']);
});

it('a process that is interrupted leaves neither Go nor files', async () => {
  const { install, builds, left } = machine('sleep 200 & echo $! >>"$HOME/builds"; wait');
  const { child, ended } = install();
  await until(() => builds().length === 2);
  child.kill('SIGINT');
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  await until(() => !builds().some((pid) => isRunning({ pid, host: hostname() })));
  expect(left()).toEqual([]);
});
