import { resolve } from 'node:path';
import type { Io } from '../io/io.ts';
import type { FoundK6, K6Progress } from '../io/k6-launcher.ts';
import { k6Module } from './assets.ts';
import { fitted } from './console/console.ts';

interface Search {
  /** `--k6 PATH` */
  readonly path?: string | undefined;
  readonly print: (text: string) => void;
  readonly signal?: AbortSignal;
  /** Whether progress is redrawn in its place on a terminal. Off while something else draws there. */
  readonly redraw?: boolean;
}

/** Finds k6, or builds it once and shows the progress. Throws a K6NotFoundError that says what to do. */
export async function findPinnedK6({ path, print, signal, redraw = true }: Search, io: Io): Promise<FoundK6> {
  const redraws = redraw && io.stderr.isTTY === true;
  const onProgress = (progress: K6Progress) => {
    if (progress.seconds === 0) print(fitted(`${firstLine(progress)}\n`, io.stderr));
    else if (redraws) print(`\r\u001b[2K  ${SHORT[progress.state]}: ${progress.seconds} s`);
    else if (progress.seconds % 20 === 0) print(`  ${SHORT[progress.state]}: ${progress.seconds} s\n`);
  };
  try {
    return await io.k6.find({ ...whereToLook(path, io), onProgress, ...(signal === undefined ? {} : { signal }) });
  } finally {
    if (redraws) print('\r\u001b[2K');
  }
}

/** Finds k6 and builds nothing. Throws a K6NotFoundError that says what to do. */
export function findExistingK6(path: string | undefined, io: Io): Promise<FoundK6> {
  return io.k6.find({ ...whereToLook(path, io), build: false });
}

const whereToLook = (path: string | undefined, io: Io) => ({
  ...(path === undefined ? {} : { path: placed(path, io) }),
  env: io.env['K6_BIN'] === undefined ? io.env : { ...io.env, K6_BIN: placed(io.env['K6_BIN'], io) },
  moduleDir: k6Module(io),
});

/** k6 runs in another folder. A bare name is looked up on PATH. */
const placed = (path: string, { cwd }: Io) => (/[/\\]/.test(path) ? resolve(cwd, path) : path);

const SHORT = { building: 'building k6', waiting: 'waiting for the k6 build' } as const;

function firstLine(progress: K6Progress): string {
  if (progress.state === 'building')
    return 'Building the pinned k6 with Go, once for this machine. Go downloads the modules, then compiles for 2 minutes or more.';
  const { pid, host, since } = progress.owner;
  const time = new Date(since).toISOString().slice(11, 19);
  return `Waiting for process ${pid} on ${host}, which has been building k6 since ${time} UTC.`;
}
