import type { RequirementResult, Result } from '../result/result.ts';
import { capacityAnswer } from './capacity/answer.ts';
import { rerunSentence } from './rerun.ts';

const VERDICTS = {
  passed: 'PASSED: no breach of the document was found.',
  failed: 'FAILED: the service breaks the document.',
  incomplete: 'INCOMPLETE: no breach was found, but not everything could be proven.',
  error: 'ERROR: a fault of storecheck itself.',
} as const;

const INTERRUPTED = 'INCOMPLETE, INTERRUPTED: no breach was found until then.';

/** The verdict in one sentence, the same in every format. */
export function verdictSentence(result: Result): string {
  const { outcome, setUp, settings, requirements, capacity } = result;
  if (setUp !== undefined) return 'INCOMPLETE: stopped at a set-up mistake, nothing was judged.';
  if (capacity !== undefined) return capacityAnswer(capacity, result);
  if (result.run.end === 'interrupted' && outcome === 'incomplete') return INTERRUPTED;
  const again = result.rerun === undefined ? undefined : rerunSentence(outcome, result.rerun);
  if (again !== undefined) return again;
  if (outcome !== 'passed' || !settings.readOnly) return VERDICTS[outcome];
  const isLeftOut = ({ level, reason = '' }: RequirementResult) =>
    level === 'must' && reason.startsWith('read-only run');
  const unjudged = requirements.filter(isLeftOut).length;
  return `PASSED, READ-ONLY: no breach was found; ${unjudged} musts need a created animal and were not judged.`;
}

/** What a breach is one of. */
export function brokenBy({ capacity }: Result): string {
  return capacity === undefined
    ? 'the document states it, the service does otherwise'
    : 'the objectives state it, the service does otherwise';
}

/** What an exit code says, in a few words (`storecheck --help` has the table). */
const MEANING: Readonly<Record<number, string>> = {
  0: 'passed',
  1: 'failed',
  2: 'usage or configuration',
  3: 'incomplete',
  4: 'a fault of storecheck',
  130: 'interrupted',
};

/** `exit 1: failed`. */
export function exitMeaning(exitCode: number): string {
  return `exit ${exitCode}: ${MEANING[exitCode] ?? 'unknown'}`;
}

/** Why a run did not come to its end, or undefined where it did. */
export function whyUnfinished({ run, setUp }: Result): string | undefined {
  if (setUp !== undefined) return `${setUp.message}\n${setUp.fix}`;
  switch (run.end) {
    case 'complete':
      return undefined;
    case 'interrupted':
      return 'the run was interrupted: what was recorded until then was judged';
    case 'rate-limited':
      return 'the run was stopped: it was refused (429) although it kept to the plan';
    case 'unanswered':
      return 'the run was stopped: too many requests were not answered';
    case 'time-budget':
      return 'the run was stopped: --max-duration was reached; what was recorded until then was judged';
    case 'request-budget':
      return 'the run was stopped: --max-requests was reached';
    case 'cut-off':
      return 'the journal has no closing record: the run was cut off';
    default:
      return `the run ended early: ${run.end}`;
  }
}
