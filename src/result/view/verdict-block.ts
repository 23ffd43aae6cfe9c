import { isSkippedMust, levelFailsRun } from '../../judge/gate/gate.ts';
import { plural } from '../../text/number-text.ts';
import { endSentence } from '../../text/reasons.ts';
import type { Result } from '../result.ts';
import { capacityAnswer } from './capacity-blocks.ts';
import { driftText } from './facts.ts';
import { type Row, rowName } from './rows.ts';

export function verdictOf(result: Result, rows: readonly Row[], gate: readonly GateProblem[]) {
  const { outcome, setUp, capacity, run, settings } = result;
  if (setUp !== undefined && outcome !== 'failed')
    return { word: 'INCOMPLETE', sentence: 'stopped at a set-up mistake, nothing was judged.' };
  if (capacity !== undefined) return capacityAnswer(capacity, result);
  const apart = waivedWords(rows);
  const none = `no ${apart === '' ? '' : 'other '}violation of the specification was found`;
  const skipped = skippedMusts(result, rows);
  switch (outcome) {
    case 'passed':
      return { word: `PASSED${settings.readOnly ? ', READ-ONLY' : ''}${apart}`, sentence: `${none}${skipped}.` };
    case 'failed':
      return { word: 'FAILED', sentence: `${whyFailed(rows, gate)}.` };
    case 'incomplete': {
      const missing = run.end === 'complete' && run.writeError !== undefined ? 'a part of the output' : 'evidence';
      const partial = settings.partial ? ': partial run (--only or --skip)' : '';
      const fix = settings.failOn.includes('skipped') && skipped !== '' ? `${skipped}. ${ALLOW}` : '';
      return { word: `INCOMPLETE${apart}`, sentence: `${none}, but ${missing} is missing${partial}${fix}.` };
    }
    case 'error':
      return { word: 'ERROR', sentence: 'internal error of storecheck.' };
  }
}

const ALLOW = '--fail-on skipped requires them: allow writes (storecheck doctor says how)';

/** ` with 2 waived violations`; empty without waivers. */
function waivedWords(rows: readonly Row[]): string {
  const waived = new Set(rows.filter(({ status }) => status === 'waived').map(({ id }) => id)).size;
  return waived === 0 ? '' : ` with ${plural(waived, 'waived violation')}`;
}

function skippedMusts({ settings: { readOnlyBy: by } }: Result, rows: readonly Row[]): string {
  const musts = rows.filter(isSkippedMust).length;
  const cause = by === undefined ? '' : ` (${by})`;
  return musts === 0 ? '' : `; ${plural(musts, 'must was', 'musts were')} skipped because the run is read-only${cause}`;
}

/** Everything that failed the run: requirements, invalid waivers and drift. */
function whyFailed(all: readonly Row[], gate: readonly GateProblem[]): string {
  const failed = all.filter(({ status }) => status === 'failed');
  const of = (level: string) => new Set(failed.filter((row) => row.level === level).map(({ id }) => id)).size;
  const [musts, shoulds] = [of('must'), of('should')];
  const failing = (wanted: GateProblem['kind']) =>
    gate.filter(({ kind, failsRun }) => failsRun && kind === wanted).length;
  const [waivers, drifts] = [failing('waiver'), failing('drift')];
  const reasons = [
    ...(musts > 0 ? [`the service violates ${plural(musts, 'requirement')} of the specification`] : []),
    ...(shoulds > 0 ? [`the service violates ${plural(shoulds, 'good practice')} (--fail-on should)`] : []),
    ...(waivers > 0 ? [`${plural(waivers, 'waiver')} must be fixed or removed`] : []),
    ...(drifts > 0 ? [`${plural(drifts, 'pinned behaviour')} changed`] : []),
  ];
  // results.json is not trusted.
  return reasons.join('; ') || 'the service violates the specification';
}

/** Why a run ended early, or a part of its output is missing. */
export function whyUnfinished({ run, setUp, requests }: Result): string[] {
  if (setUp !== undefined) return [`set-up mistake: ${setUp.message}`, setUp.fix];
  const { end, endDetail, writeError } = run;
  const why = `${endDetail ?? endSentence(end, requests.sent)}; storecheck judged the recorded requests`;
  return [
    ...(end === 'complete' ? [] : [why]),
    ...(writeError === undefined ? [] : [`a part of the output is missing: ${writeError}`]),
  ];
}

const FIXES = {
  expired: 'fix the service and remove the waiver, or set a new date',
  unused: 'run again, and remove it if it is still unused',
  'no-such-requirement': 'correct the id, or remove the waiver',
  'other-signature': 'fix the service, or add a waiver with storecheck accept',
} as const satisfies Record<NonNullable<Result['waiverProblems']>[number]['flaw'], string>;

/** Something that concerns the gate and is not a requirement: a waiver to be fixed, or an open behaviour that has changed. */
export type GateProblem = ReturnType<typeof gateProblems>[number];

/** @param accepts the command that pins what the run observed */
export function gateProblems(result: Result, accepts: string) {
  const { waiverProblems = [], drift = [], settings, setUp, requirements } = result;
  const waivers = waiverProblems.map((problem) => {
    const { requirement, file, line, message, flaw } = problem;
    const rows = requirements.filter(({ id }) => id === requirement);
    const isFixed = flaw === 'expired' && rows.length > 0 && rows.every(({ verdict }) => verdict === 'pass');
    return {
      kind: 'waiver' as const,
      // After a set-up mistake, nothing is known about the service, so waivers cannot be judged.
      failsRun: setUp === undefined && levelFailsRun(problem, settings.failOn),
      name: `waiver of ${requirement} (${file === undefined ? 'line ' : `${file}:`}${line})`,
      text: `${message}: ${isFixed ? 'the requirement passed, so remove the waiver' : FIXES[flaw]}`,
    };
  });
  const drifts = drift.map((one) => ({
    kind: 'drift' as const,
    failsRun: settings.failOn.includes('drift'),
    name: `drift of ${rowName(one)}`,
    text: `${driftText(one)}; ${accepts} accepts it`,
  }));
  return [...waivers, ...drifts];
}
