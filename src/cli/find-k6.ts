import type { Clock } from '../io/clock.ts';
import { type FoundK6, findK6, type K6Progress } from '../k6/index.ts';
import { K6_MODULE } from './assets.ts';
import { fitted } from './console.ts';

/** The clock of this machine. */
export const REAL_CLOCK: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      if (signal?.aborted === true) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds).unref();
    return () => clearTimeout(timer);
  },
  every: (milliseconds, action) => {
    const timer = setInterval(action, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

/** Finds k6, or builds it once and shows progress. Throws a K6NotFoundError with every way to get k6. */
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
    clock: REAL_CLOCK,
    onProgress: (progress) => {
      if (progress.seconds === 0) talk(fitted(`${firstLine(progress)}\n`, process.stderr));
      else if (isTerminal) talk(`\r\u001b[2K  ${SHORT[progress.state]}: ${progress.seconds} s`);
      else if (progress.seconds % 20 === 0) talk(`  ${SHORT[progress.state]}: ${progress.seconds} s\n`);
    },
    ...(signal === undefined ? {} : { signal }),
  }).finally(() => {
    if (isTerminal) talk('\r\u001b[2K');
  });
}

const SHORT = { building: 'building k6', waiting: 'waiting for the k6 build' } as const;

function firstLine(progress: K6Progress): string {
  if (progress.state === 'building')
    return 'Building the pinned k6 with Go, once for this machine. Go downloads the modules, then compiles for 2 minutes or more.';
  const { pid, host, since } = progress.owner;
  const time = new Date(since).toISOString().slice(11, 19);
  return `Waiting for process ${pid} on ${host}, which has been building k6 since ${time} UTC.`;
}
