import { resolve } from 'node:path';
import type { Io } from '../io/io.ts';
import { type FoundK6, findK6 } from '../k6/index.ts';
import { k6Module } from './assets.ts';
import { fitted } from './console.ts';

/** Finds k6, or builds it once and says so meanwhile. Throws a K6NotFoundError that says what to do. */
export function findPinnedK6(
  path: string | undefined,
  io: Io,
  talk: (text: string) => void,
  signal?: AbortSignal,
): Promise<FoundK6> {
  const isTerminal = io.stderr.isTTY === true;
  return findK6({
    ...whereToLook(path, io),
    onProgress: (elapsedSeconds) => {
      if (elapsedSeconds === 0)
        talk(
          fitted(
            'building the pinned k6 with Go, once for this machine: Go fetches its modules, then compiles for two minutes or more\n',
            io.stderr,
          ),
        );
      else if (isTerminal) talk(`\r\u001b[2K  building k6: ${elapsedSeconds} s`);
      else if (elapsedSeconds % 20 === 0) talk(`  building k6: ${elapsedSeconds} s\n`);
    },
    ...(signal === undefined ? {} : { signal }),
  }).finally(() => {
    if (isTerminal) talk('\r\u001b[2K');
  });
}

/** Finds k6 and builds nothing. Throws a K6NotFoundError that says what to do. */
export function findExistingK6(path: string | undefined, io: Io): Promise<FoundK6> {
  return findK6({ ...whereToLook(path, io), build: false });
}

const whereToLook = (path: string | undefined, io: Io) => ({
  // A bare name is looked up on PATH.
  ...(path === undefined ? {} : { path: path.includes('/') ? resolve(io.cwd, path) : path }),
  env: io.env,
  moduleDir: k6Module(io),
});
