import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '../../io/files.ts';
import type { Child, K6Query } from '../../io/io.ts';
import { takeLock } from '../../io/lock.ts';
import { isRunning } from '../../io/process-identity.ts';
import { lastResort, startChild } from '../run/child.ts';
import { goEnvironment } from '../run/environment.ts';
import { K6NotFoundError, versionOf } from './binary.ts';
import type { CachePlace, Machine } from './cache.ts';

interface BuildOptions extends Machine, Pick<K6Query, 'say' | 'signal'> {
  readonly place: CachePlace;
}

const POLL_MS = 500;
/** Milliseconds that Go has to end after SIGINT. */
const GRACE_MS = 500;
const LONGEST_OUTPUT = 600;

/**
 * Builds the pinned k6 into the cache, under one lock: other processes of this host wait and share the result. Go writes to a folder of
 * its own, which moves into place at the end, so that the cache holds only finished builds. Throws a K6NotFoundError.
 */
export async function buildK6(options: BuildOptions): Promise<'built' | 'cache'> {
  const { place, env, say } = options;
  // Without write access for others, whatever the umask: they could replace k6.
  makeFolder(place.root, 0o755);
  const release = await takeTurn(options);
  try {
    if ((await versionOf(place.binary, env)).version !== undefined) return 'cache';
    say?.(
      'Building the pinned k6 with Go, once per machine: Go downloads the modules, then compiles for about 2 minutes.\n',
    );
    await build(options);
    return 'built';
  } finally {
    release();
  }
}

async function takeTurn({ place, clock, say, signal }: BuildOptions): Promise<() => void> {
  const path = `${place.folder}.lock`;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const lock = takeLock(path, Math.floor(clock.now()));
    if ('release' in lock) return lastResort(lock.release);
    // Another host, whose processes this one cannot see.
    if (isRunning(lock.owner) === undefined) throw new K6NotFoundError([lock.problem]);
    if (attempt === 1) say?.(`Waiting for another build of k6: ${lock.problem}\n`);
    await clock.sleep(POLL_MS, signal);
  }
}

const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;

const GO_FAILED =
  'Go could not build k6. A build needs the network (HTTPS_PROXY, GOPROXY), 1 GB of disk and 2 GB of memory';

/** Builds in a folder that is removed at the end; a killed process may have left one. */
async function build({ moduleDir, place, env, clock, signal }: BuildOptions): Promise<void> {
  const { folder } = place;
  const work = `${folder}.building`;
  let child: Child | undefined;
  const clear = lastResort(() => {
    child?.kill();
    rmSync(work, REMOVAL);
  });
  try {
    rmSync(work, REMOVAL);
    for (const path of [work, join(work, 'out'), join(work, 'tmp')]) mkdirSync(path, { mode: 0o755 });
    const binary = join(work, 'out', basename(place.binary));
    const temporary = { GOTMPDIR: join(work, 'tmp'), TMPDIR: join(work, 'tmp') };
    const args = ['build', '-trimpath', '-ldflags=-s -w', '-mod=readonly', '-o', binary, 'go.k6.io/k6/v2'];
    child = startChild(
      { path: 'go', args, cwd: moduleDir, env: { ...goEnvironment(env), ...temporary }, graceMs: GRACE_MS, signal },
      clock,
    );
    const { code, stderrTail } = await child.ended;
    // Without the credentials of a module proxy.
    const output = stderrTail
      .trim()
      .slice(-LONGEST_OUTPUT)
      .replace(/(\/\/)[^/@\s]+@/g, '$1…@');
    if (code !== 0) throw new K6NotFoundError([`${GO_FAILED}:\n${output}`]);
    chmodSync(binary, statSync(binary).mode & 0o755);
    // The lock is held, so a folder there has a k6 that does not start.
    rmSync(folder, REMOVAL);
    renameSync(join(work, 'out'), folder);
  } finally {
    clear();
  }
}
