import { type FoundK6, findK6 } from '../k6/index.ts';
import { K6_MODULE } from './assets.ts';
import { fitted } from './console.ts';

/** Finds k6, or builds it once and says so meanwhile. Throws a K6NotFoundError that says what to do. */
export function findPinnedK6(
  path: string | undefined,
  talk: (text: string) => void,
  isTerminal: boolean,
  signal?: AbortSignal,
): Promise<FoundK6> {
  return findK6({
    ...(path === undefined ? {} : { path }),
    env: process.env,
    moduleDir: K6_MODULE,
    onProgress: (elapsedSeconds) => {
      if (elapsedSeconds === 0)
        talk(
          fitted(
            'building the pinned k6 with Go, once for this machine: Go fetches its modules, then compiles for two minutes or more\n',
            process.stderr,
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
