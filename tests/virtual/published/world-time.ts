import { dateOf, type VirtualClock } from '../clock.ts';

/** Makes `Date`, `setInterval` and `process.hrtime` follow the clock, for libraries, until the returned function is called. */
export function followClock(clock: VirtualClock): () => void {
  const real = { Date, setInterval, hrtime: process.hrtime };
  // koa-ratelimit adds what has passed since its import to the time of its import.
  const hrtime = (since?: [number, number]): [number, number] => {
    const [seconds, nanoseconds] = real.hrtime(since);
    const milliseconds = since === undefined ? 0 : clock.now() - real.Date.now();
    return [seconds, nanoseconds + milliseconds * 1e6];
  };
  const every = (action: () => void, milliseconds: number) => {
    const cancel = clock.every(milliseconds, action);
    return { unref: () => undefined, ref: () => undefined, cancel };
  };
  Object.assign(globalThis, { Date: dateOf(clock), setInterval: every });
  Object.assign(process, { hrtime: Object.assign(hrtime, { bigint: real.hrtime.bigint }) });
  return () => {
    Object.assign(globalThis, { Date: real.Date, setInterval: real.setInterval });
    Object.assign(process, { hrtime: real.hrtime });
  };
}
