import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { access, constants, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import type { Env } from '../../io/io.ts';
import { type K6SearchProblem, k6Missing } from '../../text/k6.ts';
import { k6Environment } from '../run/arguments.ts';

export type CachePlace = Awaited<ReturnType<typeof cachePlace>>;

/** Where the k6 of a Go module is cached. XDG_CACHE_HOME counts only if it is absolute (XDG base directories). */
export async function cachePlace(moduleDir: string, env: Env, platform: NodeJS.Platform) {
  const [mod, sum] = await Promise.all(['go.mod', 'go.sum'].map((name) => readFile(join(moduleDir, name), 'utf8')));
  const version = /^\s*(?:require\s+)?go\.k6\.io\/k6\/v2\s+(v\S+)/m.exec(mod ?? '')?.[1];
  if (version === undefined) throw new Error(`${join(moduleDir, 'go.mod')} does not require go.k6.io/k6/v2`);
  // Machines of several kinds may share a home folder.
  const hash = createHash('sha256').update(`${mod}\n${sum}\n${platform} ${process.arch}`).digest('hex').slice(0, 12);
  /** Shared by all checkouts on the machine. */
  const root = join(absolute(env['XDG_CACHE_HOME']) ?? join(homeFolder(env), '.cache'), 'storecheck', 'k6');
  /** Named after the version and a hash of the build's input: an updated dependency is a new build. */
  const folder = join(root, `${version}-${hash}`);
  return { root, folder, binary: join(folder, platform === 'win32' ? 'k6.exe' : 'k6'), version };
}

const absolute = (path: string | undefined) => (path !== undefined && isAbsolute(path) ? path : undefined);

/** A user without an entry in /etc/passwd and without HOME has no home folder: the root folder then gives the message. */
function homeFolder(env: Env): string {
  try {
    return absolute(env['HOME']) ?? homedir();
  } catch {
    return '/';
  }
}

/** Why a k6 in this cache must not run, or undefined: another user than root could have put it there. `uid`: who would run it. */
export function distrust({ root, folder, binary }: CachePlace, uid: number | undefined): K6SearchProblem | undefined {
  if (uid === undefined) return undefined;
  for (const path of [dirname(root), root, folder, binary]) {
    const stats = statOf(path);
    if (stats === undefined) continue;
    if (stats.uid !== uid && stats.uid !== 0)
      return k6Missing('cache-of-another-user', { root, path, user: stats.uid });
    // Storecheck makes them without these rights, whatever the umask.
    if ((stats.mode & 0o022) !== 0) return k6Missing('cache-open-to-others', { root, path, parent: dirname(root) });
  }
  return undefined;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Version of the cached k6, why it does not start, or undefined if there is none. */
export async function cachedVersion(
  { binary }: CachePlace,
  env: Env,
): Promise<Awaited<ReturnType<typeof versionOf>> | undefined> {
  return (await isExecutable(binary)) ? versionOf(binary, env) : undefined;
}

export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Accepted versions: 1.x lacks features that the scripts use, and 3.x may have removed some. */
export const ACCEPTED = '>=2.0 <3';

export function isAccepted(version: string): boolean {
  return /^v2\.\d+\.\d+/.test(version);
}

const PATIENCE_MS = 10_000;

/** The version of a k6 binary, e.g. `v2.2.0`, or why it cannot be used. */
export async function versionOf(
  path: string,
  env: Env,
): Promise<{ readonly version: string } | { readonly problem: K6SearchProblem }> {
  try {
    const { stdout } = await promisify(execFile)(path, ['version', '--json'], {
      env: k6Environment(env),
      timeout: PATIENCE_MS,
    });
    const version = /"version"\s*:\s*"(v\d[^"]*)"/.exec(stdout)?.[1];
    return version === undefined
      ? { problem: k6Missing('k6-without-version', { path, found: stdout.trim() }) }
      : { version };
  } catch (error) {
    return { problem: notStarted(path, error) };
  }
}

function notStarted(path: string, error: unknown): K6SearchProblem {
  if (!(error instanceof Error)) return k6Missing('k6-not-started', { path, failure: String(error) });
  if ('killed' in error && error.killed === true) return k6Missing('k6-silent', { path, seconds: PATIENCE_MS / 1_000 });
  return k6Missing('k6-not-started', { path, failure: error.message.split('\n')[0] ?? '' });
}
