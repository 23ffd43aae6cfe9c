import { afterEach, beforeEach, vi } from 'vitest';
import { world } from '../world.ts';

/** Makes `Date`, `setInterval` and `process.hrtime` follow the test's world, for libraries. Call it at the top of a test file. */
export function useWorldTime(): void {
  beforeEach(() => {
    const { clock } = world();
    const RealDate = Date;
    class WorldDate extends RealDate {
      constructor(...given: [] | [number | string]) {
        if (given.length === 0) super(clock.now());
        else super(...given);
      }
      static override now(): number {
        return Math.floor(clock.now());
      }
    }
    vi.stubGlobal('Date', WorldDate);
    // koa-ratelimit adds what has passed since its import to the time of its import.
    const realHrtime = process.hrtime;
    vi.spyOn(process, 'hrtime').mockImplementation((since) => {
      const [seconds, nanoseconds] = realHrtime(since);
      const milliseconds = since === undefined ? 0 : clock.now() - RealDate.now();
      return [seconds, nanoseconds + milliseconds * 1e6];
    });
    vi.stubGlobal('setInterval', (action: () => void, milliseconds: number) => {
      const cancel = clock.every(milliseconds, action);
      return { unref: () => undefined, ref: () => undefined, cancel };
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
