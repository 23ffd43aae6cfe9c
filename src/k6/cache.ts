import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Env } from './environment.ts';

export interface CachePlace {
  /** Shared by all checkouts of the machine. */
  readonly root: string;
  /** Named by version and by a hash of what is built, so that an update of a dependency is a new build. */
  readonly folder: string;
  readonly binary: string;
  readonly version: string;
}

/** Where the k6 of a Go module lies once it is built. XDG_CACHE_HOME counts only if it is absolute (XDG base directories). */
export async function cachePlace(moduleDir: string, env: Env, platform: NodeJS.Platform): Promise<CachePlace> {
  const [mod, sum] = await Promise.all(['go.mod', 'go.sum'].map((name) => readFile(join(moduleDir, name), 'utf8')));
  const version = /^\s*(?:require\s+)?go\.k6\.io\/k6\/v2\s+(v\S+)/m.exec(mod ?? '')?.[1];
  if (version === undefined) throw new Error(`${join(moduleDir, 'go.mod')} does not require go.k6.io/k6/v2`);
  // A home folder may be shared by machines of several kinds.
  const hash = createHash('sha256').update(`${mod}\n${sum}\n${platform} ${process.arch}`).digest('hex').slice(0, 12);
  const xdg = env['XDG_CACHE_HOME'];
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(env['HOME'] ?? homedir(), '.cache');
  const root = join(base, 'storecheck', 'k6');
  const folder = join(root, `${version}-${hash}`);
  return { root, folder, binary: join(folder, platform === 'win32' ? 'k6.exe' : 'k6'), version };
}
