import type { Result } from '../../result/result.ts';
import type { GateProblem } from '../../result/summary/gate-problems.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { capacityAnswer, capacityWord } from '../capacity/answer.ts';
import { plural } from '../text/count.ts';
import { rerunSentence } from './rerun.ts';

/** The verdict: a word in capitals, and a sentence that says of what. */
export interface Verdict {
  readonly word: string;
  readonly sentence: string;
}

/** The same in every format. */
export function verdictOf(summary: Summary): Verdict {
  const { result, failed, gate } = summary;
  const { outcome, setUp, capacity, rerun, run } = result;
  if (setUp !== undefined) return { word: 'INCOMPLETE', sentence: 'stopped at a set-up mistake, nothing was judged.' };
  if (capacity !== undefined)
    return { word: capacityWord(capacity, result), sentence: capacityAnswer(capacity, result) };
  const apart = withAccepted(summary);
  const none = `no ${apart === '' ? '' : 'other '}violation`;
  if (run.end === 'interrupted' && outcome === 'incomplete')
    return { word: `INCOMPLETE, INTERRUPTED${apart}`, sentence: `${none} was found until then.` };
  // What had failed may still fail and be accepted: then something else failed the run.
  const isGate = failed.length === 0 && gate.some(({ fails }) => fails);
  const again = rerun === undefined || isGate ? undefined : rerunSentence(outcome, rerun);
  if (again !== undefined) return { word: outcome.toUpperCase(), sentence: again };
  switch (outcome) {
    case 'passed':
      return {
        word: `PASSED${result.settings.readOnly ? ', READ-ONLY' : ''}${apart}`,
        sentence: `${none} of the specification was found${unjudged(summary)}.`,
      };
    case 'failed':
      return { word: 'FAILED', sentence: `${whyFailed(summary)}.` };
    case 'incomplete':
      return { word: `INCOMPLETE${apart}`, sentence: `${none} was found, but not everything could be proven.` };
    case 'error':
      return { word: 'ERROR', sentence: 'internal error of storecheck.' };
  }
}

export function verdictSentence(summary: Summary): string {
  const { word, sentence } = verdictOf(summary);
  return `${word}: ${sentence}`;
}

/** ` with 2 accepted violations`: those that waivers accept; empty if there are none. */
export function withAccepted({ waived }: Pick<Summary, 'waived'>): string {
  const accepted = new Set(waived.flatMap(({ rows, alike }) => [...rows, ...alike]).map(({ id }) => id)).size;
  return accepted === 0 ? '' : ` with ${plural(accepted, 'accepted violation')}`;
}

function unjudged({ rows }: Summary): string {
  const left = rows.filter(({ level, code }) => level === 'must' && code === 'read-only').length;
  return left === 0
    ? ''
    : `; ${left} ${left === 1 ? 'must needs' : 'musts need'} a created animal and ${left === 1 ? 'was' : 'were'} not judged`;
}

/** Everything that failed the run, in a few words: a requirement, but also a waiver that must go, or drift that is to fail it. */
function whyFailed({ of, gate }: Summary): string {
  const rows = of('failed');
  const distinct = (level: string) => new Set(rows.filter((row) => row.level === level).map(({ id }) => id)).size;
  const [musts, shoulds] = [distinct('must'), distinct('should')];
  const reasons = [
    ...(musts > 0 ? [`the service violates ${plural(musts, 'requirement')} of the specification`] : []),
    ...(shoulds > 0
      ? [
          `${musts > 0 ? 'it' : 'the service'} violates ${plural(shoulds, 'good practice')}, which --fail-on should forbids`,
        ]
      : []),
    ...gateReasons(gate.filter(({ fails }) => fails)),
  ];
  // A results.json may be anybody's.
  return reasons.join('; ') || 'the service violates the specification';
}

const FLAWS = {
  expired: 'a waiver has expired',
  unused: 'a waiver is unused',
  'no-such-requirement': 'a waiver names no requirement',
  'other-signature': 'a waiver accepts another finding than was made',
} as const satisfies Record<NonNullable<Result['waiverProblems']>[number]['flaw'], string>;

function gateReasons(problems: readonly GateProblem[]): string[] {
  const [waiver, ...more] = problems.filter((one) => one.kind === 'waiver');
  const drifts = problems.filter(({ kind }) => kind === 'drift').length;
  return [
    ...(waiver === undefined
      ? []
      : [more.length === 0 ? FLAWS[waiver.flaw] : `${more.length + 1} waivers must be fixed or removed`]),
    ...(drifts === 0 ? [] : [`${drifts === 1 ? 'a pinned behaviour' : `${drifts} pinned behaviours`} changed`]),
  ];
}

/** What the failed requirements are violations of. */
export const violated = ({ capacity }: Result): string =>
  capacity === undefined ? 'violations of the specification' : 'violations of the objectives';

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
export const exitMeaning = (exitCode: number): string => `exit ${exitCode}: ${MEANING[exitCode] ?? 'unknown'}`;

const STOPPED: Readonly<Record<string, string>> = {
  interrupted: 'the run was interrupted: what was recorded until then was judged',
  'rate-limited': 'the run was stopped: it was refused (429) although it kept to the plan',
  unanswered: 'the run was stopped: too many requests were not answered',
  'time-budget':
    'the run was stopped: its time limit (--max-duration) was reached; what was recorded until then was judged',
  'request-budget': 'the run was stopped: --max-requests was reached',
  'cut-off': 'the journal has no closing record: the run was cut off',
};

/** Why a run did not come to its end, a line each; empty if it did. */
export function whyUnfinished({ run, setUp }: Result): string[] {
  if (setUp !== undefined) return [setUp.message, setUp.fix];
  return run.end === 'complete' ? [] : [STOPPED[run.end] ?? `the run ended early: ${run.end}`];
}
