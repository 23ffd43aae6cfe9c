import { ENDS } from './ends.ts';
import { reasonsFrom, type Values, type ValuesOf } from './template.ts';

/** What went wrong with a run of k6, by its code. Each makes what depends on it inconclusive. */
export const K6_PROBLEMS = {
  interrupted: ENDS.interrupted,
  'time-budget': ENDS['time-budget'],
  'cut-off': ENDS['cut-off'],
  'k6-killed-at-timeout': 'k6 was stopped after its timeout',
  'key-in-journal': '{lines:count line} of the journal contained a key; it was redacted',
  'option-unknown-to-k6': 'k6 does not know an option of the load script',

  // How k6 ended. `{output}` is the last line of its stderr, if it explains more
  'not-all-sent': 'the experiment is invalid: not all planned requests were sent{output}',
  'set-up-timed-out': 'the set-up of the script timed out{output}',
  'teardown-timed-out': 'the teardown of the script timed out{output}',
  'k6-timed-out': 'k6 timed out{output}',
  'stopped-over-rest': 'k6 was stopped over its REST interface{output}',
  'options-not-accepted': 'k6 does not accept the options of the script{output}',
  'k6-interrupted': 'k6 was interrupted{output}',
  'rest-not-started': 'the REST interface of k6 could not be started{output}',
  'script-threw': 'the script threw an error{output}',
  'script-aborted': 'the script aborted the run{output}',
  'k6-crashed': 'k6 crashed (Go panic){output}',
  'script-marked-failed': 'the script marked the run as failed{output}',
  'arguments-not-accepted': 'k6 got invalid arguments or could not open a file{output}',
  'exit-code-unknown': 'k6 exited with the unknown code {exit}{output}',
  'k6-killed': 'k6 was killed by {signal}{output}',

  // What its journal lacks
  'records-invalid': 'invalid records in line {lines}',
  'line-cut': 'the journal is cut off in line {line}',
  'no-first-record': 'the journal has no first record: k6 sent nothing',
  'no-closing-record': '{key}: the experiment has no closing record',
  'paced-requests-missing': '{key}: only {lines} of {planned} paced requests are in the journal',
  'requests-missing': '{key}: {instance} sent {sent:count request}, but {lines:count} are in the journal',
} as const satisfies Readonly<Record<string, string>>;

export type K6ProblemCode = keyof typeof K6_PROBLEMS;

/**
 * How a problem affects the verdicts. exit: k6 ended with something else than 0. invalid: its thresholds say that not everything
 * planned was sent; the closing lines say of which key. damaged: a line that is not a record. cut: the last line is incomplete.
 * incomplete: requests without a line, or no closing line. leak: a key was in the journal (it was replaced). options: k6 did not
 * know an option of ours. timeout: k6 was killed. interrupted: the caller stopped it. not-found: there is no k6.
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
  | 'interrupted'
  | 'not-found';

export interface K6Problem {
  readonly kind: K6ProblemKind;
  readonly code: K6ProblemCode;
  readonly params: Values;
  readonly message: string;
}

const reasonOf = reasonsFrom(K6_PROBLEMS);

/** A problem with the sentence of its code. */
export function k6Problem<Code extends K6ProblemCode>(
  kind: K6ProblemKind,
  code: Code,
  ...values: ValuesOf<(typeof K6_PROBLEMS)[Code]>
): K6Problem {
  const { params, reason } = reasonOf(code, ...values);
  return { kind, code, params, message: reason };
}
