/** The meaning of k6's exit codes, which are undocumented. `ended` proves nothing: k6 also ends with 0 if an iteration threw. */
export type ExitKind =
  | 'ended'
  | 'invalid-experiment'
  | 'timeout'
  | 'our-defect'
  | 'interrupted'
  | 'stopped-itself'
  | 'tool-error';

export interface K6Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly kind: ExitKind;
  readonly meaning: string;
}

const MEANINGS: Readonly<Record<number, readonly [ExitKind, string]>> = {
  0: ['ended', 'k6 ended'],
  99: ['invalid-experiment', 'the experiment is invalid: not all planned requests were sent'],
  100: ['timeout', 'the set-up of the script timed out'],
  101: ['timeout', 'the teardown of the script timed out'],
  102: ['timeout', 'k6 timed out'],
  103: ['interrupted', 'k6 was stopped over its REST interface'],
  104: ['our-defect', 'k6 does not accept the options of the script'],
  105: ['interrupted', 'k6 was interrupted'],
  106: ['our-defect', 'the REST interface of k6 could not be started'],
  107: ['our-defect', 'the script threw an error'],
  108: ['stopped-itself', 'the script aborted the run'],
  109: ['tool-error', 'k6 crashed (Go panic)'],
  110: ['stopped-itself', 'the script marked the run as failed'],
  255: ['our-defect', 'k6 got invalid arguments or could not open a file'],
};

export function exitOf(code: number | null, signal: NodeJS.Signals | null): K6Exit {
  const known = code === null ? undefined : MEANINGS[code];
  if (known !== undefined) return { code, signal, kind: known[0], meaning: known[1] };
  const how = signal === null ? `exited with the unknown code ${code}` : `was killed by ${signal}`;
  return { code, signal, kind: 'tool-error', meaning: `k6 ${how}` };
}
