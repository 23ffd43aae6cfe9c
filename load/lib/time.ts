/**
 * Milliseconds since 1970 that no stepped clock can disturb: the wall clock is read once, in setup, for all VUs; from there on k6's
 * monotonic run time is counted.
 */
export type Now = () => number;

export function monotonic(epoch: number, elapsed: () => number): Now {
  return () => epoch + elapsed();
}

/** The wall clock at the start of the run. */
export function epochOf(wall: number, elapsed: number): number {
  return wall - elapsed;
}
