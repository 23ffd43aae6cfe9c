import { type K6Problem, k6Problem } from '../../text/k6-problems.ts';

/** The meaning of k6's exit codes, which are undocumented. 0 proves nothing: k6 also ends with it if an iteration threw. */
const MEANINGS = {
  99: 'not-all-sent',
  100: 'set-up-timed-out',
  101: 'teardown-timed-out',
  102: 'k6-timed-out',
  103: 'stopped-over-rest',
  104: 'options-not-accepted',
  105: 'k6-interrupted',
  106: 'rest-not-started',
  107: 'script-threw',
  108: 'script-aborted',
  109: 'k6-crashed',
  110: 'script-marked-failed',
  255: 'arguments-not-accepted',
} as const;

/** Defects, which the last line of k6's stderr explains. */
const DEFECTS: readonly (number | null)[] = [104, 106, 107, 109, 255];

const isKnown = (code: number | null): code is keyof typeof MEANINGS => code !== null && Object.hasOwn(MEANINGS, code);

/** Why k6 did not simply end; undefined if it did. */
export function exitProblem(
  code: number | null,
  signal: NodeJS.Signals | null,
  stderrTail: string,
): K6Problem | undefined {
  if (code === 0) return undefined;
  if (isKnown(code)) {
    const output = DEFECTS.includes(code) ? lastWords(stderrTail) : '';
    return k6Problem(code === 99 ? 'invalid' : 'exit', MEANINGS[code], { output });
  }
  const output = lastWords(stderrTail);
  return signal === null
    ? k6Problem('exit', 'exit-code-unknown', { exit: code, output })
    : k6Problem('exit', 'k6-killed', { signal, output });
}

function lastWords(stderrTail: string): string {
  const last = stderrTail.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return last === '' ? '' : ` (${last.slice(0, LONGEST_WORDS)})`;
}

const LONGEST_WORDS = 300;
