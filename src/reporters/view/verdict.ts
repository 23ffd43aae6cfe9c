import type { Result } from '../../result/result.ts';
import type { GateProblem } from '../../result/summary/gate-problems.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { plural } from '../../text/count.ts';
import { endSentence } from '../../text/ends.ts';
import { EXIT_MEANINGS } from '../../text/exit-codes.ts';
import { cut, plain } from '../../text/inert.ts';
import { capacityAnswer, capacityWord } from '../capacity/answer.ts';
import { FLAWS } from './gate.ts';

/** The verdict in every format: a word in capitals, and a sentence. */
export function verdictOf(summary: Summary): { readonly word: string; readonly sentence: string } {
  const { result } = summary;
  const { outcome, setUp, capacity, run } = result;
  if (setUp !== undefined) return { word: 'INCOMPLETE', sentence: 'stopped at a set-up mistake, nothing was judged.' };
  if (capacity !== undefined)
    return { word: capacityWord(capacity, result), sentence: capacityAnswer(capacity, result) };
  const apart = withAccepted(summary);
  const none = `no ${apart === '' ? '' : 'other '}violation of the specification was found`;
  if (run.writeError !== undefined && outcome === 'incomplete')
    return {
      word: `INCOMPLETE${apart}`,
      sentence: `${none}${run.end === 'cut-off' ? ' before the run was cut off' : ', but a part of the output is missing'}: ${run.writeError}.`,
    };
  if (run.end === 'interrupted' && outcome === 'incomplete')
    return {
      word: `INCOMPLETE, INTERRUPTED${apart}`,
      sentence: `${none} before the interruption.`,
    };
  switch (outcome) {
    case 'passed':
      return {
        word: `PASSED${result.settings.readOnly ? ', READ-ONLY' : ''}${apart}`,
        sentence: `${none}${unjudged(summary)}.`,
      };
    case 'failed':
      return { word: 'FAILED', sentence: `${whyFailed(summary)}.` };
    case 'incomplete':
      return {
        word: `INCOMPLETE${apart}`,
        sentence: `${none}, but evidence is missing${result.settings.partial ? ': partial run (--only or --skip)' : ''}${required(summary)}.`,
      };
    case 'error':
      return { word: 'ERROR', sentence: 'internal error of storecheck.' };
  }
}

export function verdictSentence(summary: Summary): string {
  const { word, sentence } = verdictOf(summary);
  return `${word}: ${sentence}`;
}

/** ` with 2 waived violations`; empty without waivers. */
export function withAccepted({ of }: Pick<Summary, 'of'>): string {
  const accepted = new Set(of('waived').map(({ id }) => id)).size;
  return accepted === 0 ? '' : ` with ${plural(accepted, 'waived violation')}`;
}

/** The musts that a read-only run skipped, and with `isFixed` how to judge them. */
function unjudged({ skippedMusts, result }: Summary, isFixed = false): string {
  if (skippedMusts.length === 0) return '';
  const { settings, target } = result;
  const { why, fix } = readOnlyCause(settings.readOnlyBy, target.class === 'local');
  const skipped = `; ${plural(skippedMusts.length, 'must was', 'musts were')} skipped because ${plain(cut(why, 200))}`;
  return isFixed ? `${skipped}: ${fix}` : skipped;
}

/** Why a run created nothing, and how to allow it. `by`: an option, or the place of a setting; undefined if the class of the target forbids it. */
function readOnlyCause(by: string | undefined, isLocal: boolean): { readonly why: string; readonly fix: string } {
  if (by === '--read-only')
    return { why: 'of --read-only', fix: isLocal ? 'run without it' : 'run without it, and with --allow-writes' };
  if (by?.endsWith(': false') === true) return { why: `the run is read-only (${by})`, fix: 'set it to true' };
  return {
    why: 'the run is read-only',
    fix: 'pass --allow-writes, or set allow: { writes: true } for the target',
  };
}

/** The skipped musts with `--fail-on skipped`, and how to judge them. */
function required(summary: Summary): string {
  const isRequired = summary.result.settings.failOn.includes('skipped') && summary.skippedMusts.length > 0;
  return isRequired ? `${unjudged(summary, true)} (--fail-on skipped requires them)` : '';
}

/** Everything that failed the run: requirements, invalid waivers and drift. */
function whyFailed({ of, gate }: Summary): string {
  const rows = of('failed');
  const distinct = (level: string) => new Set(rows.filter((row) => row.level === level).map(({ id }) => id)).size;
  const perPlan = (level: string) => {
    const verdicts = rows.filter((row) => row.level === level).length;
    return verdicts === distinct(level) ? '' : ` (${verdicts} failures, counted per plan)`;
  };
  const [musts, shoulds] = [distinct('must'), distinct('should')];
  const reasons = [
    ...(musts > 0
      ? [`the service violates ${plural(musts, 'requirement')} of the specification${perPlan('must')}`]
      : []),
    ...(shoulds > 0
      ? [
          `${musts > 0 ? 'it' : 'the service'} violates ${plural(shoulds, 'good practice')}${perPlan('should')}, which fails the run with --fail-on should`,
        ]
      : []),
    ...gateReasons(gate.filter(({ fails }) => fails)),
  ];
  // results.json is not trusted.
  return reasons.join('; ') || 'the service violates the specification';
}

function gateReasons(problems: readonly GateProblem[]): string[] {
  const [waiver, ...more] = problems.filter((one) => one.kind === 'waiver');
  const drifts = problems.filter(({ kind }) => kind === 'drift').length;
  return [
    ...(waiver === undefined
      ? []
      : [more.length === 0 ? FLAWS[waiver.flaw].words : `${more.length + 1} waivers must be fixed or removed`]),
    ...(drifts === 0 ? [] : [`${drifts === 1 ? 'a pinned behaviour' : `${drifts} pinned behaviours`} changed`]),
  ];
}

export function violated({ result, of }: Summary): string {
  if (result.capacity !== undefined) return 'violations of the objectives';
  const isPractice = of('failed').length > 0 && of('failed').every(({ level }) => level === 'should');
  return isPractice ? 'violations of good practice' : 'violations of the specification';
}

/** `exit code 1 (failed)`. */
export function exitMeaning(exitCode: number): string {
  const known = EXIT_MEANINGS.find(({ code }) => code === exitCode);
  return `exit code ${exitCode} (${known?.short ?? 'unknown'})`;
}

/** Why a run does not pass, if no requirement and no problem of the gate shows it. Empty if one does, or if the run passed. */
export function whyNotPassed(summary: Summary): string[] {
  const { result, of, gate } = summary;
  const unfinished = whyUnfinished(result);
  const isShown =
    of('failed').length > 0 ||
    of('inconclusive').some(({ level }) => level === 'must') ||
    gate.some(({ fails }) => fails);
  if (unfinished.length > 0 || result.outcome === 'passed' || (isShown && result.outcome !== 'error'))
    return unfinished;
  return [verdictSentence(summary)];
}

export function whyUnfinished({ run, setUp, requests }: Result): string[] {
  if (setUp !== undefined) return [setUp.message, setUp.fix];
  const { end, endDetail, writeError } = run;
  const isCutOff = writeError !== undefined && end === 'cut-off';
  const why = isCutOff ? `the run was cut off: ${writeError}` : (endDetail ?? endSentence(end, requests.sent));
  return [
    ...(end === 'complete' ? [] : [`${why}; storecheck judged the recorded requests`]),
    ...(writeError === undefined || isCutOff ? [] : [`a part of the output is missing: ${writeError}`]),
  ];
}
