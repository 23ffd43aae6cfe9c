import { ENDS } from './ends.ts';
import { type Coded, reasonsFrom, type Values, type ValuesOf } from './template.ts';

/** Why a k6 cannot be used, found or built, by its code. */
export const K6_SEARCH = {
  'no-k6-on-path': 'No k6 on PATH',
  'k6-without-version': '{path} is not k6 2.x: `version --json` printed {found:json}, which has no version',
  'k6-not-started': 'Cannot run {path}: {failure}',
  'k6-silent': 'Cannot run {path}: it printed no version within {seconds} s',
  'k6-other-version': '{path} is k6 {version}, but must be {accepted}',
  'no-k6-in-cache': 'No k6 in the cache: `storecheck doctor --fix` builds it',
  'built-elsewhere':
    'Process {pid} on {host} has been building k6 for {age} min: wait until it has ended, or remove {lock} if it has ended',
  'cache-not-written':
    'Cannot write to {root} ({failure}): free some space, or set XDG_CACHE_HOME to a folder that you can write to',

  // Go
  'no-go': 'No Go on PATH to build k6 with. Install it from https://go.dev/dl/',
  'go-failed':
    'Go could not build k6. A build needs the network (HTTPS_PROXY, GOPROXY), 1 GB of disk and 2 GB of memory:\n{output}',
} as const satisfies Readonly<Record<string, string>>;

export type K6SearchCode = keyof typeof K6_SEARCH;
export type K6SearchProblem = Coded<K6SearchCode>;

export const k6Missing = reasonsFrom(K6_SEARCH);

/** What went wrong with a run of k6, by its code. Each makes what depends on it inconclusive. */
export const K6_PROBLEMS = {
  interrupted: ENDS.interrupted,
  'time-budget': ENDS['time-budget'],
  'cut-off': ENDS['cut-off'],
  'key-in-journal': '{lines:count line} of the journal contained a key; it was redacted',
  'option-unknown-to-k6': 'k6 does not know an option of the load script',

  // How k6 ended. `{output}` is the last line of its stderr
  'not-all-sent': 'the experiment is invalid: not all planned requests were sent',
  'k6-exited': 'k6 exited with code {code}{output}',
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
 * know an option of ours. interrupted: the caller stopped it. not-found: there is no k6.
 */
export type K6ProblemKind =
  | 'exit'
  | 'invalid'
  | 'damaged'
  | 'cut'
  | 'incomplete'
  | 'leak'
  | 'options'
  | 'interrupted'
  | 'not-found';

export interface K6Problem {
  readonly kind: K6ProblemKind;
  readonly code: K6ProblemCode;
  readonly params: Values;
  readonly message: string;
}

const reasonOf = reasonsFrom(K6_PROBLEMS);

export function k6Problem<Code extends K6ProblemCode>(
  kind: K6ProblemKind,
  code: Code,
  ...values: ValuesOf<(typeof K6_PROBLEMS)[Code]>
): K6Problem {
  const { params, reason } = reasonOf(code, ...values);
  return { kind, code, params, message: reason };
}
