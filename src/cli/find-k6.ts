import { join, resolve } from 'node:path';
import type { LoadScript } from '../exchange/records/load-config.ts';
import type { Io } from '../io/io.ts';
import type { FoundK6, K6Progress } from '../io/k6-launcher.ts';
import { K6NotFoundError } from '../k6/find/errors.ts';
import type { K6OrReason } from '../run/record.ts';
import { k6Problem } from '../text/k6-problems.ts';
import { progressText } from '../text/progress.ts';
import { fitted } from './console/console.ts';

interface Search {
  /** `--k6 PATH` */
  readonly path?: string | undefined;
  readonly print: (text: string) => void;
  readonly signal?: AbortSignal;
  /** Whether progress is redrawn in place on a terminal. Off while something else draws there. */
  readonly redraw?: boolean;
  /** Called when k6 is not there, but is being built. */
  readonly onBuild?: () => void;
}

/** Finds k6, or builds it once and shows progress. Throws a K6NotFoundError with advice. */
export async function findPinnedK6({ path, print, signal, redraw = true, onBuild }: Search, io: Io): Promise<FoundK6> {
  const redraws = redraw && io.stderr.isTTY === true;
  const onProgress = (progress: K6Progress) => {
    onBuild?.();
    if (progress.seconds === 0) print(fitted(`${firstLine(progress)}\n`, io.stderr));
    else if (redraws) print(`\r\u001b[2K  ${nextLine(progress)}`);
    else if (progress.seconds % 20 === 0) print(`  ${nextLine(progress)}\n`);
  };
  try {
    return await io.k6.find({ ...whereToLook(path, io), onProgress, ...(signal === undefined ? {} : { signal }) });
  } finally {
    if (redraws) print('\r\u001b[2K');
  }
}

export type FutureK6 = ReturnType<typeof futureK6>;

/** first: by the first request. later: by a later one, so that it may be built meanwhile. */
export type K6Need = 'first' | 'later';

/** Starts the search for k6. `ready` rejects if there is none and none can be built. If a build fails, the journal says why there is none. */
export function futureK6(search: Search & { readonly signal: AbortSignal }, need: K6Need, io: Io) {
  const { print, signal } = search;
  let pending = true;
  let isBuilding = false;
  let onBuild: (() => void) | undefined;
  const building = new Promise<void>((resolve) => {
    onBuild = resolve;
  }).then(() => {
    isBuilding = true;
  });
  const found = findPinnedK6({ ...search, onBuild: () => onBuild?.() }, io).then(
    (k6): K6OrReason => {
      print(`  ${progressText('using-k6', { version: k6.version, path: k6.path })}\n\n`);
      return k6;
    },
    (error: unknown) => {
      if (need === 'first') throw error;
      if (signal.aborted) return { missing: k6Problem('not-found', 'k6-build-stopped') };
      if (!isBuilding) throw error;
      // The conformance part has its evidence. A problem with k6 must not lose it.
      const { message, problems } =
        error instanceof K6NotFoundError
          ? { message: error.message, problems: error.notes.map(({ reason }) => reason).join('; ') }
          : { message: `k6 cannot be used: ${String(error)}`, problems: String(error) };
      print(`${fitted(message, io.stderr)}\n${progressText('without-k6')}\n\n`);
      return { missing: k6Problem('not-found', 'no-k6', { problems }) };
    },
  );
  // The run may end before it is awaited.
  found
    .catch(() => undefined)
    .finally(() => {
      pending = false;
    });
  const ready = need === 'first' ? found : Promise.race([found, building]);
  ready.catch(() => undefined);
  return { found, ready, isPending: () => pending };
}

/** Finds k6 without building it. Throws a K6NotFoundError with advice. */
export function findExistingK6(path: string | undefined, io: Io): Promise<FoundK6> {
  return io.k6.find({ ...whereToLook(path, io), build: false });
}

const whereToLook = (path: string | undefined, io: Io) => ({
  ...(path === undefined ? {} : { path: placed(path, io) }),
  env: io.env['K6_BIN'] === undefined ? io.env : { ...io.env, K6_BIN: placed(io.env['K6_BIN'], io) },
  // The Go module that pins k6.
  moduleDir: join(io.assets, 'k6'),
});

/** k6 runs in another folder. A bare name is looked up on PATH. */
const placed = (path: string, { cwd }: Io) => (/[/\\]/.test(path) ? resolve(cwd, path) : path);

const nextLine = ({ state, seconds }: K6Progress) =>
  progressText(state === 'building' ? 'building-k6-for' : 'waiting-for-build-for', { seconds });

function firstLine(progress: K6Progress): string {
  if (progress.state === 'building') return progressText('building-k6');
  const { pid, host, since } = progress.owner;
  return progressText('waiting-for-build', { pid, host, time: new Date(since).toISOString().slice(11, 19) });
}

export const loadScript = (name: LoadScript, { assets }: Pick<Io, 'assets'>): string => join(assets, `${name}.js`);
