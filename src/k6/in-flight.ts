/** Each refusal counts towards a ban (rule 5 of the document), and what is under way when the first one comes may all be refused. */
const FEWEST = 8;

/** A burst that takes longer than this part of a window proves little, and half a window and a recovery must fit in as well. */
const PART_OF_WINDOW = 1 / 12;

export interface Burst {
  readonly perWindow: number;
  readonly windowSeconds: number;
  readonly connections: number;
  /** How long an answer takes, as far as is known, in milliseconds. */
  readonly answerMs: number;
}

/**
 * How many requests of a burst may be under way at once when so many were admitted: a sixth of them, so that a limiter that refuses far too
 * early draws few refusals wherever it begins; more where answers are so slow that N would not be sent within a twelfth of the window.
 */
export function inFlightAtMost({ perWindow, windowSeconds, connections, answerMs }: Burst, admitted: number): number {
  const inTime = (perWindow * answerMs) / (windowSeconds * 1_000 * PART_OF_WINDOW);
  return Math.min(connections, Math.max(FEWEST, Math.ceil(admitted / 6), Math.ceil(inTime)));
}
