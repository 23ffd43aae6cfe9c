import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { makeFolder } from '../../io/files.ts';
import type { Child, Clock, Env, K6Query } from '../../io/io.ts';
import { takeLock } from '../../io/lock.ts';
import { isRunning } from '../../io/process-identity.ts';
import { startChild, undoAtExit } from '../run/child.ts';
import { goEnvironment } from '../run/environment.ts';
import { K6NotFoundError, versionOf } from './binary.ts';

export interface FindOptions extends K6Query {
  readonly clock: Clock;
  readonly env: Env;
  /** The folder with go.mod and go.sum of the pinned k6. */
  readonly moduleDir: string;
}

type CachePlace = ReturnType<typeof cachePlace>;

/** Where the k6 of a Go module is cached. XDG_CACHE_HOME counts only if it is absolute (XDG base directories). */
export function cachePlace({ moduleDir, env }: FindOptions) {
  const [mod = '', sum] = ['go.mod', 'go.sum'].map((name) => readFileSync(join(moduleDir, name), 'utf8'));
  const version = /^\s*(?:require\s+)?go\.k6\.io\/k6\/v2\s+(v\S+)/m.exec(mod)?.[1];
  if (version === undefined) throw new Error(`${join(moduleDir, 'go.mod')} does not require go.k6.io/k6/v2`);
  const { platform, arch } = process;
  // Machines of several kinds may share a home folder.
  const hash = createHash('sha256').update(`${mod}\n${sum}\n${platform} ${arch}`).digest('hex').slice(0, 12);
  const [cache, home] = [env['XDG_CACHE_HOME'], env['HOME']].map((path) => (isAbsolute(path ?? '') ? path : undefined));
  /** Shared by all checkouts on the machine. */
  const root = join(cache ?? join(home ?? homedir(), '.cache'), 'storecheck', 'k6');
  /** Named after the version and a hash of the build's input: an updated dependency is a new build. */
  const folder = join(root, `${version}-${hash}`);
  return { root, folder, binary: join(folder, platform === 'win32' ? 'k6.exe' : 'k6') };
}

/** Why a k6 of this cache must not run: other users could have replaced it. Undefined for a safe cache, such as builds make. */
export function whyUnsafe({ root, folder, binary }: CachePlace): string | undefined {
  // Windows has no user ids and no modes.
  const user = process.getuid?.();
  const unsafe = [dirname(root), root, folder, binary].find((path) => {
    const { uid, mode } = statSync(path, { throwIfNoEntry: false }) ?? { uid: 0, mode: 0 };
    return (uid !== user && uid !== 0) || (mode & 0o022) !== 0;
  });
  if (user === undefined || unsafe === undefined) return undefined;
  return `Other users can write to ${unsafe}, and could have replaced k6: remove ${dirname(root)}`;
}

const POLL_MS = 500;
/** Milliseconds that Go has to end after SIGINT. */
const GRACE_MS = 500;
const MAX_OUTPUT_LENGTH = 600;

/** Builds the pinned k6 under a lock, unless another process has built it meanwhile. Throws a K6NotFoundError. */
export async function buildK6(options: FindOptions, place: CachePlace): Promise<'built' | 'cache'> {
  const { env, say } = options;
  // Without write access for others, whatever the umask: they could replace k6.
  makeFolder(place.root, 0o755);
  const release = await takeTurn(options, place);
  try {
    if ((await versionOf(place.binary, env)).version !== undefined) return 'cache';
    say?.(
      'Building the pinned k6 with Go, once per machine: Go downloads the modules, then compiles for about 2 minutes.\n',
    );
    await build(options, place);
    return 'built';
  } finally {
    release();
  }
}

/** Waits for the lock of the build. Returns the function that releases it. */
async function takeTurn({ clock, say, signal }: FindOptions, place: CachePlace): Promise<() => void> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const lock = takeLock(`${place.folder}.lock`, Math.floor(clock.now()));
    if ('release' in lock) return undoAtExit(lock.release);
    // The owner is on another host, whose processes this one cannot see.
    if (lock.owner === undefined || isRunning(lock.owner) === undefined) throw new K6NotFoundError([lock.problem]);
    if (attempt === 1)
      say?.(`Waiting for another build of k6 (process ${lock.owner.pid}); it takes about 2 minutes.\n`);
    await clock.sleep(POLL_MS, signal);
  }
}

const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;

const GO_FAILED =
  'Go could not build k6. A build needs the network (HTTPS_PROXY, GOPROXY), 1 GB of disk and 2 GB of memory';

/** Builds in a temporary folder, and moves the complete result into the cache. A killed process may have left such a folder. */
async function build({ moduleDir, env, clock, signal }: FindOptions, place: CachePlace): Promise<void> {
  const { folder } = place;
  const work = `${folder}.building`;
  let child: Child | undefined;
  const clear = undoAtExit(() => {
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
    // Go's output may have the credentials of a module proxy.
    const output = stderrTail
      .trim()
      .replace(/(\/\/)[^/@\s]+@/g, '$1…@')
      .slice(-MAX_OUTPUT_LENGTH);
    if (code !== 0) throw new K6NotFoundError([`${GO_FAILED}:\n${output}`]);
    chmodSync(binary, statSync(binary).mode & 0o755);
    // This process holds the lock, so an existing folder has a k6 that does not start.
    rmSync(folder, REMOVAL);
    renameSync(join(work, 'out'), folder);
  } finally {
    clear();
  }
}
