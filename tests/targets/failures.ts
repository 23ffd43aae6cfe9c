/** Short, so that the tests end; long enough for a wait in whole seconds to be told from one that was rounded down. */
export const WINDOW_SECONDS = 6;

/** Ids of the requirements that failed. */
export interface Failures {
  readonly musts: readonly string[];
  readonly shoulds: readonly string[];
  /** Musts that could not be decided, each with the reason. */
  readonly open: readonly string[];
}
