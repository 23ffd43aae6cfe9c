import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type BuildOptions, buildK6 } from './build.ts';
import { type CachePlace, cachePlace } from './cache.ts';
import type { Env } from './environment.ts';
import { goVersion } from './go.ts';
import { K6NotFoundError } from './not-found.ts';
import { ACCEPTED, isAccepted, versionOf } from './version.ts';

export interface FindOptions {
  /** `--k6 PATH`; before K6_BIN of `env`. */
  readonly path?: string | undefined;
  readonly env: Env;
  /** The folder with go.mod and go.sum of the pinned k6 (`load/k6`). */
  readonly moduleDir: string;
  /** Whether it may be built; default true. */
  readonly build?: boolean;
  readonly platform?: NodeJS.Platform;
  readonly onProgress?: BuildOptions['onProgress'];
  readonly signal?: AbortSignal;
}

export interface FoundK6 {
  readonly path: string;
  /** E.g. `v2.2.0`. */
  readonly version: string;
  readonly source: 'option' | 'environment' | 'path' | 'cache' | 'built';
  /** What was found on the way and not taken, e.g. a k6 1.x on PATH. */
  readonly notes: readonly string[];
}

/**
 * Finds k6: the one that was named, else PATH, else the cache, else builds it once. Throws a K6NotFoundError that says what to do.
 * A k6 that was named and cannot be used is an error, not a reason to look elsewhere.
 */
export async function findK6(options: FindOptions): Promise<FoundK6> {
  const { env, moduleDir, platform = process.platform } = options;
  const named = options.path ?? (env['K6_BIN'] === '' ? undefined : env['K6_BIN']);
  const notes: string[] = [];
  const usable = async (path: string): Promise<{ path: string; version: string } | null> => {
    const found = await versionOf(path, env);
    if ('version' in found && isAccepted(found.version)) return { path, version: found.version };
    notes.push('problem' in found ? found.problem : `${path} is k6 ${found.version}; it must be ${ACCEPTED}`);
    return null;
  };

  if (named !== undefined) {
    const found = await usable(named);
    if (found === null) throw new K6NotFoundError(notes, platform);
    return { ...found, source: options.path === undefined ? 'environment' : 'option', notes };
  }
  for (const path of await onPath(env, platform)) {
    const found = await usable(path);
    if (found !== null) return { ...found, source: 'path', notes };
  }
  if (notes.length === 0) notes.push('there is none on PATH');
  const place = await cachePlace(moduleDir, env, platform);
  const cached = (await isExecutable(place.binary)) ? await usable(place.binary) : null;
  if (cached !== null) return { ...cached, source: 'cache', notes };
  await buildOrExplain(options, place, notes);
  const built = await usable(place.binary);
  if (built === null) throw new K6NotFoundError(notes, platform);
  return { ...built, source: 'built', notes };
}

async function buildOrExplain(
  { env, moduleDir, build = true, platform = process.platform, onProgress, signal }: FindOptions,
  place: CachePlace,
  notes: readonly string[],
): Promise<void> {
  const go = await goVersion(env);
  if ('problem' in go || !build) {
    const reason = 'problem' in go ? go.problem : 'none is in the cache (`storecheck k6 install` builds it there)';
    throw new K6NotFoundError([...notes, reason], platform);
  }
  try {
    await buildK6({ moduleDir, place, env, ...(onProgress && { onProgress }), ...(signal && { signal }) });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new K6NotFoundError([...notes, cause instanceof Error ? cause.message : String(cause)], platform, { cause });
  }
}

async function onPath(env: Env, platform: NodeJS.Platform): Promise<string[]> {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = folders.map((folder) => join(folder, platform === 'win32' ? 'k6.exe' : 'k6'));
  const executable = await Promise.all(paths.map(isExecutable));
  return paths.filter((_, index) => executable[index]);
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
