import type { ClockOffset } from '../../../src/exchange/clock-offset.ts';

/** Without any Date header: the server's clock equals ours within a second. */
export const NO_CLOCK: ClockOffset = { from: -1_000, to: 1_000 };
