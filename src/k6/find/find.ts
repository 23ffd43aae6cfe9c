import { delimiter, join } from 'node:path';
import type { Clock } from '../../io/clock.ts';
import type { Env, FoundK6, K6Query } from '../../io/io.ts';
import { type K6SearchProblem, k6Missing } from '../../text/k6.ts';
import { buildK6, whyNoGo } from './build.ts';
import { ACCEPTED, cachedVersion, cachePlace, distrust, isAccepted, isExecutable, versionOf } from './cache.ts';
import { K6BuildError, K6NotFoundError } from './errors.ts';

export interface FindOptions extends K6Query {
  readonly clock: Clock;
  readonly platform?: NodeJS.Platform;
  /** The id of the user. Default: the user of this process. */
  readonly uid?: number;
}

/** Finds k6: by option or variable, else on PATH, else in the cache, else builds it. Throws a K6NotFoundError or an AbortError. */
export async function findK6(options: FindOptions): Promise<FoundK6> {
  const { env, moduleDir, build = true, platform = process.platform, uid = process.getuid?.() } = options;
  const named = options.path ?? (env['K6_BIN'] === '' ? undefined : env['K6_BIN']);
  const notes: K6SearchProblem[] = [];
  const usable = async (path: string): Promise<{ path: string; version: string } | null> => {
    const found = await versionOf(path, env);
    if ('version' in found && isAccepted(found.version)) return { path, version: found.version };
    notes.push(
      'problem' in found
        ? found.problem
        : k6Missing('k6-other-version', { path, version: found.version, accepted: ACCEPTED }),
    );
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
  if (notes.length === 0) notes.push(k6Missing('no-k6-on-path'));
  const place = await cachePlace(moduleDir, env, platform);
  const reason = distrust(place, uid);
  if (reason !== undefined) throw new K6NotFoundError([...notes, reason], platform);
  const cached = await cachedVersion(place, env);
  if (cached !== undefined && 'version' in cached)
    return { path: place.binary, version: cached.version, source: 'cache', notes };
  const reasonAgainst = build ? await whyNoGo(env) : ((await whyNoGo(env)) ?? k6Missing('no-k6-in-cache'));
  if (reasonAgainst !== undefined) throw new K6NotFoundError([...notes, reasonAgainst], platform);
  const source = await buildK6({ ...options, place, uid }).catch((cause: unknown) => {
    if (options.signal?.aborted === true) throw cause;
    throw new K6NotFoundError([...notes, problemOf(cause)], platform, { cause });
  });
  const built = await usable(place.binary);
  if (built === null) throw new K6NotFoundError(notes, platform);
  return { ...built, source: source === 'built' ? 'built' : 'cache', notes };
}

const problemOf = (cause: unknown) =>
  cause instanceof K6BuildError
    ? cause.problem
    : k6Missing('unforeseen', { failure: cause instanceof Error ? cause.message : String(cause) });

async function onPath(env: Env, platform: NodeJS.Platform): Promise<string[]> {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = folders.map((folder) => join(folder, platform === 'win32' ? 'k6.exe' : 'k6'));
  const executable = await Promise.all(paths.map(isExecutable));
  return paths.filter((_, index) => executable[index]);
}
