import { join, resolve } from 'node:path';
import type { LoadScript } from '../exchange/records/load-config.ts';
import type { FoundK6, Io, K6Progress } from '../io/io.ts';
import { fitted } from './console/console.ts';

interface Search {
  /** `--k6 PATH` */
  readonly path?: string | undefined;
  readonly print: (text: string) => void;
  readonly signal?: AbortSignal;
  /** Whether k6 may be built. Default: true. */
  readonly build?: boolean;
}

/** Finds k6, or builds it once and shows progress. Throws a K6NotFoundError with advice. */
export async function findK6({ path, print, ...search }: Search, io: Io): Promise<FoundK6> {
  const { env, assets, stderr } = io;
  const onProgress = (progress: K6Progress) => {
    if (progress.seconds === 0) print(fitted(`${firstLine(progress)}\n`, stderr));
    else if (progress.seconds % 20 === 0) print(`  ${nextLine(progress)}\n`);
  };
  return io.k6.find({
    ...search,
    ...(path === undefined ? {} : { path: placed(path, io) }),
    env: env['K6_BIN'] === undefined ? env : { ...env, K6_BIN: placed(env['K6_BIN'], io) },
    // The Go module that pins k6.
    moduleDir: join(assets, 'k6'),
    onProgress,
  });
}

/** k6 runs in another folder. A bare name is looked up on PATH. */
const placed = (path: string, { cwd }: Io) => (/[/\\]/.test(path) ? resolve(cwd, path) : path);

const nextLine = ({ state, seconds }: K6Progress) =>
  `${state === 'building' ? 'building k6' : 'waiting for the k6 build'}: ${seconds} s`;

const BUILDING =
  'Building the pinned k6 with Go, once per machine: Go downloads the modules, then compiles for about 2 minutes.';

function firstLine(progress: K6Progress): string {
  if (progress.state === 'building') return BUILDING;
  const { pid, host, since } = progress.owner;
  const time = new Date(since).toISOString().slice(11, 19);
  return `Waiting for process ${pid} on ${host}, which is building k6 since ${time} UTC.`;
}

/** Two kinds of experiments are paced by one script. */
export const loadScript = (name: LoadScript, { assets }: Pick<Io, 'assets'>): string =>
  join(assets, `${name === 'sustain' || name === 'daily' ? 'paced' : name}.js`);
