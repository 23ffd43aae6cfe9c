/** The burst in numbers. Each refusal counts towards a ban (rule 5 of the specification), and all requests in flight may be refused. */
const FEWEST = 8;

/** Maximum share of a window for a burst: a longer one proves little, and further steps must fit into the window. */
const PART_OF_WINDOW = 1 / 12;

export interface Burst {
  readonly perWindow: number;
  readonly windowSeconds: number;
  readonly connections: number;
  /** Latency in milliseconds, as far as known. */
  readonly answerMs: number;
}

/** Maximum requests of a burst in flight: a sixth of the admitted ones; more if responses are slow. A limiter that refuses too early then refuses few. */
export function inFlightAtMost({ perWindow, windowSeconds, connections, answerMs }: Burst, admitted: number): number {
  const inTime = (perWindow * answerMs) / (windowSeconds * 1_000 * PART_OF_WINDOW);
  return Math.min(connections, Math.max(FEWEST, Math.ceil(admitted / 6), Math.ceil(inTime)));
}
