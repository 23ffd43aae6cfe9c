import { resolve } from 'node:path';
import type { FoundK6, Io } from '../../io/io.ts';
import { executablesOnPath, K6NotFoundError, versionOf } from './binary.ts';
import { buildK6, cachePlace, type FindOptions, whyUnsafe } from './cache.ts';

const NO_GO = 'No Go on PATH to build k6 with. Install it from https://go.dev/dl/';
const NOT_CACHED = 'No k6 in the cache: `storecheck doctor --fix` builds it';
const FREE = 'free some space, or set XDG_CACHE_HOME to a folder that you can write to';

/** The k6 that is present, or why there is none. Builds nothing. */
export const presentK6 = (path: string | undefined, { k6 }: Pick<Io, 'k6'>): Promise<FoundK6 | K6NotFoundError> =>
  k6.find({ path, build: false }).catch((error: unknown) => {
    if (error instanceof K6NotFoundError) return error;
    throw error;
  });

/** Finds k6: by option or variable, else on PATH, else in the cache, else builds it. Throws a K6NotFoundError or an AbortError. */
export async function findK6(options: FindOptions): Promise<FoundK6> {
  const { env, build = true, signal } = options;
  const notes: string[] = [];
  const tryK6 = async (path: string, source: FoundK6['source']): Promise<FoundK6 | undefined> => {
    const read = await versionOf(path, env);
    if (read.version !== undefined) return { path, version: read.version, source, notes };
    // A cached k6 that does not start is built again.
    if (source !== 'cache') notes.push(read.problem);
    return undefined;
  };
  const requireK6 = async (path: string, source: FoundK6['source']): Promise<FoundK6> => {
    // k6 runs in another folder. A bare name is looked up on PATH.
    const usable = await tryK6(/[/\\]/.test(path) ? resolve(path) : path, source);
    if (usable === undefined) throw new K6NotFoundError(notes);
    return usable;
  };
  if (options.path !== undefined) return requireK6(options.path, 'option');
  if (env['K6_BIN']) return requireK6(env['K6_BIN'], 'environment');
  for (const path of await executablesOnPath('k6', env)) {
    const usable = await tryK6(path, 'path');
    if (usable !== undefined) return usable;
  }
  if (notes.length === 0) notes.push('No k6 on PATH');
  const place = cachePlace(options);
  const unsafe = whyUnsafe(place);
  if (unsafe !== undefined) throw new K6NotFoundError([...notes, unsafe]);
  const cached = await tryK6(place.binary, 'cache');
  if (cached !== undefined) return cached;
  if ((await executablesOnPath('go', env)).length === 0) throw new K6NotFoundError([...notes, NO_GO]);
  if (!build) throw new K6NotFoundError([...notes, NOT_CACHED], { isBuildable: true });
  const source = await buildK6(options, place).catch((cause: unknown) => {
    if (signal?.aborted === true) throw new DOMException('The k6 build was aborted', 'AbortError');
    if (cause instanceof K6NotFoundError) throw new K6NotFoundError([...notes, ...cause.notes], { cause });
    if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) throw cause;
    throw new K6NotFoundError([...notes, `Cannot write to ${place.root} (${String(cause.code)}): ${FREE}`], { cause });
  });
  return requireK6(place.binary, source);
}
