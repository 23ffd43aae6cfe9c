/**
 * What went wrong with a run of k6, as data: every one of these makes what depends on it inconclusive.
 * exit: k6 ended with something else than 0. invalid: its thresholds say that not everything planned was sent; the closing lines say
 * of which key. damaged: a line that is not a record. cut: the last line is half a line. incomplete:
 * requests without a line, or no closing line. leak: a key stood in the journal (it was replaced). options: k6 did not know an
 * option of ours. timeout: k6 was killed. interrupted: the caller gave up.
 */
export type K6ProblemKind =
  | 'exit'
  | 'invalid'
  | 'damaged'
  | 'cut'
  | 'incomplete'
  | 'leak'
  | 'options'
  | 'timeout'
  | 'interrupted';

export interface K6Problem {
  readonly kind: K6ProblemKind;
  readonly message: string;
}
