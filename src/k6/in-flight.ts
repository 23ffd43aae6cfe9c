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

/**
 * Maximum requests of a burst in flight after a number of admitted ones: a sixth of them, so that a limiter that refuses far too
 * early causes few refusals; more if responses are so slow that N requests would take more than a twelfth of the window.
 */
export function inFlightAtMost({ perWindow, windowSeconds, connections, answerMs }: Burst, admitted: number): number {
  const inTime = (perWindow * answerMs) / (windowSeconds * 1_000 * PART_OF_WINDOW);
  return Math.min(connections, Math.max(FEWEST, Math.ceil(admitted / 6), Math.ceil(inTime)));
}
