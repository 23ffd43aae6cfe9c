import { join, resolve } from 'node:path';
import type { LoadScript } from '../exchange/records/load-config.ts';
import type { FoundK6, Io, K6Query } from '../io/io.ts';
import { K6NotFoundError } from '../k6/find/binary.ts';
import { fitted } from './console/console.ts';
import type { Route } from './options/read-settings.ts';

interface Search extends Pick<K6Query, 'path' | 'signal' | 'build'> {
  readonly print: (text: string) => void;
}

/** Finds k6, or builds it once and says so. Throws a K6NotFoundError with advice. */
export async function findK6({ path, print, ...search }: Search, io: Io): Promise<FoundK6> {
  const { env, assets, stderr } = io;
  return io.k6.find({
    ...search,
    ...(path === undefined ? {} : { path: placed(path, io) }),
    env: env['K6_BIN'] === undefined ? env : { ...env, K6_BIN: placed(env['K6_BIN'], io) },
    // The Go module that pins k6.
    moduleDir: join(assets, 'k6'),
    say: (line) => print(fitted(line, stderr)),
  });
}

/** The k6 that is there; else why there is none. Builds nothing. */
export const presentK6 = (path: string | undefined, io: Io): Promise<FoundK6 | K6NotFoundError> =>
  findK6({ path, print: () => undefined, build: false }, io).catch((error: unknown) => {
    if (error instanceof K6NotFoundError) return error;
    throw error;
  });

/** k6 runs in another folder. A bare name is looked up on PATH. */
const placed = (path: string, { cwd }: Io) => (/[/\\]/.test(path) ? resolve(cwd, path) : path);

/** What a run with k6 needs. */
export const k6Means = (k6: FoundK6, { proxy, caFile, certificate }: Route, io: Io) => ({
  ...{ k6, proxy, caFile, certificate, env: io.env },
  script: (name: LoadScript) => loadScript(name, io),
});

/** Two kinds of experiments are paced by one script. */
export const loadScript = (name: LoadScript, { assets }: Pick<Io, 'assets'>): string =>
  join(assets, `${name === 'sustain' || name === 'daily' ? 'paced' : name}.js`);
