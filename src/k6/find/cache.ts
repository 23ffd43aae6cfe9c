import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import process from 'node:process';
import type { Clock, Env } from '../../io/io.ts';

/** What a build needs of this machine. */
export interface Machine {
  readonly clock: Clock;
  readonly env: Env;
  /** The folder with go.mod and go.sum of the pinned k6. */
  readonly moduleDir: string;
}

export type CachePlace = Awaited<ReturnType<typeof cachePlace>>;

/** Where the k6 of a Go module is cached. XDG_CACHE_HOME counts only if it is absolute (XDG base directories). */
export async function cachePlace({ moduleDir, env }: Machine) {
  const [mod = '', sum] = await Promise.all(
    ['go.mod', 'go.sum'].map((name) => readFile(join(moduleDir, name), 'utf8')),
  );
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

/** Why nothing in this cache may run, or undefined: other users could have put it there. Builds make it safe, whatever the umask. */
export function whyUnsafe({ root, folder, binary }: CachePlace): string | undefined {
  // Windows has neither.
  const user = process.getuid?.();
  const others = [dirname(root), root, folder, binary].find((path) => {
    const { uid, mode } = statSync(path, { throwIfNoEntry: false }) ?? { uid: 0, mode: 0 };
    return (uid !== user && uid !== 0) || (mode & 0o022) !== 0;
  });
  if (user === undefined || others === undefined) return undefined;
  return `Other users can write to ${others}, and could have replaced k6: remove ${dirname(root)}`;
}
