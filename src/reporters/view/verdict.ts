import type { RequirementResult, Result } from '../../result/result.ts';
import { capacityAnswer } from '../capacity/answer.ts';
import { besides } from './besides.ts';
import { rerunSentence } from './rerun.ts';
import { rowsOf } from './rows.ts';
import { whyFailed } from './why-failed.ts';

/** The verdict in one sentence, the same in every format. */
export function verdictSentence(result: Result): string {
  const { outcome, setUp, capacity, rerun } = result;
  if (setUp !== undefined) return 'INCOMPLETE: stopped at a set-up mistake, nothing was judged.';
  if (capacity !== undefined) return capacityAnswer(capacity, result);
  const apart = withAccepted(result);
  const breach = apart === '' ? 'no breach' : 'no other breach';
  if (result.run.end === 'interrupted' && outcome === 'incomplete')
    return `INCOMPLETE, INTERRUPTED${apart}: ${breach} was found until then.`;
  // What had failed may fail still and be accepted: then something else failed the run.
  const isBeside = rowsOf(result, 'failed').length === 0 && besides(result).some(({ fails }) => fails);
  const again = rerun === undefined || isBeside ? undefined : rerunSentence(outcome, rerun);
  if (again !== undefined) return again;
  switch (outcome) {
    case 'passed':
      return `PASSED${readOnly(result)}${apart}: ${breach} of the document was found${unjudged(result)}.`;
    case 'failed':
      return `FAILED: ${whyFailed(result)}.`;
    case 'incomplete':
      return `INCOMPLETE${apart}: ${breach} was found, but not everything could be proven.`;
    case 'error':
      return 'ERROR: internal error of storecheck.';
  }
}

/** ` with 2 accepted breaches`: those that waivers of the configuration answer for; empty where there are none. */
export function withAccepted(result: Result): string {
  const accepted = new Set(rowsOf(result, 'waived').map(({ id }) => id)).size;
  return accepted === 0 ? '' : ` with ${accepted} accepted ${accepted === 1 ? 'breach' : 'breaches'}`;
}

const readOnly = ({ settings }: Result) => (settings.readOnly ? ', READ-ONLY' : '');

function unjudged({ settings, requirements }: Result): string {
  if (!settings.readOnly) return '';
  const isLeftOut = ({ level, reason = '' }: RequirementResult) =>
    level === 'must' && reason.startsWith('read-only run');
  const left = requirements.filter(isLeftOut).length;
  return left === 0
    ? ''
    : `; ${left} ${left === 1 ? 'must needs' : 'musts need'} a created animal and ${left === 1 ? 'was' : 'were'} not judged`;
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
  4: 'internal error',
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
