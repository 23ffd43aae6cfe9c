import { type K6Problem, k6Problem } from '../../text/k6-problems.ts';

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
}

const MEANINGS = {
  99: ['invalid-experiment', 'not-all-sent'],
  100: ['timeout', 'set-up-timed-out'],
  101: ['timeout', 'teardown-timed-out'],
  102: ['timeout', 'k6-timed-out'],
  103: ['interrupted', 'stopped-over-rest'],
  104: ['our-defect', 'options-not-accepted'],
  105: ['interrupted', 'k6-interrupted'],
  106: ['our-defect', 'rest-not-started'],
  107: ['our-defect', 'script-threw'],
  108: ['stopped-itself', 'script-aborted'],
  109: ['tool-error', 'k6-crashed'],
  110: ['stopped-itself', 'script-marked-failed'],
  255: ['our-defect', 'arguments-not-accepted'],
} as const;

const isKnown = (code: number | null): code is keyof typeof MEANINGS => code !== null && Object.hasOwn(MEANINGS, code);

export function exitOf(code: number | null, signal: NodeJS.Signals | null): K6Exit {
  const kind = code === 0 ? 'ended' : isKnown(code) ? MEANINGS[code][0] : 'tool-error';
  return { code, signal, kind };
}

/** Why k6 did not simply end; undefined if it did. */
export function exitProblem({ code, signal, kind }: K6Exit, stderrTail: string): K6Problem | undefined {
  if (kind === 'ended') return undefined;
  const output = kind === 'our-defect' || kind === 'tool-error' ? lastWords(stderrTail) : '';
  if (isKnown(code))
    return k6Problem(kind === 'invalid-experiment' ? 'invalid' : 'exit', MEANINGS[code][1], { output });
  return signal === null
    ? k6Problem('exit', 'exit-code-unknown', { exit: code, output })
    : k6Problem('exit', 'k6-killed', { signal, output });
}

/** The last line of k6's stderr, if the exit code does not explain enough. */
function lastWords(stderrTail: string): string {
  const last = stderrTail.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return last === '' ? '' : ` (${last.slice(0, LONGEST_WORDS)})`;
}

const LONGEST_WORDS = 300;
