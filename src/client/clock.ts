import { performance } from 'node:perf_hooks';

/** Milliseconds since 1970 on a monotonic base: the wall clock is read once, then counted, so that a stepped clock cannot bend a measurement. */
export function startClock(): () => number {
  const origin = Date.now() - performance.now();
  return () => Math.round((origin + performance.now()) * 1000) / 1000;
}
