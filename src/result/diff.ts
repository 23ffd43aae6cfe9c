import { changedPlans } from '../capacity/projection.ts';
import { drift, observations } from '../judge/gate/drift.ts';
import { signatureOf } from '../judge/gate/signature.ts';
import type { VerdictKind } from '../judge/verdict.ts';
import { present } from './present.ts';
import type { RequirementResult, Result } from './result.ts';
import { namedRows } from './row-name.ts';
import { isSkipped } from './status.ts';

/** Two results, row by row. Each requirement of B is in at most one list; unchanged ones are in none. */
export type ResultDiff = ReturnType<typeof diffResults>;
export type Change = ReturnType<typeof changeOf>;
export type StillFailing = ResultDiff['stillFailing'][number];
export type Side = ReturnType<typeof sideOf>;

/** Compares two results row by row, except rows that a selection skipped. Any two results can be compared; `differs` lists what is not the same. */
export function diffResults(a: Result, b: Result) {
  const [before, after] = [new Map(namedRows(a.requirements)), new Map(namedRows(b.requirements))];
  const changes = [...after]
    .filter(([name, row]) => isSelected(row) && isSelected(before.get(name)))
    .map(([name, row]) => changeOf(name, before.get(name), row));
  const to = (verdict: VerdictKind, from: readonly Change['from'][]) =>
    changes.filter((change) => change.to === verdict && from.includes(change.from));
  const newlyFailing = to('fail', ['pass', 'inconclusive', 'not-applicable', 'observed', 'absent']);
  const newlyInconclusive = to('inconclusive', ['pass', 'fail', 'not-applicable', 'observed']);
  const stillFailing = to('fail', ['fail']).map((change) => {
    const [one, other] = [before.get(change.name), after.get(change.name)];
    const isGone = one?.waiver !== undefined && change.waived === undefined;
    return {
      ...change,
      /** It fails with another signature. */
      changed: signed(one) !== signed(other),
      /** The violations that only one of them shows. */
      onlyIn: { a: violationsWithout(other, one), b: violationsWithout(one, other) },
      /** Waived in A and no longer in B. */
      ...(isGone ? { waiverGone: true as const } : {}),
    };
  });
  const [sideA, sideB] = [sideOf(a), sideOf(b)];
  const differing = (name: keyof Side) => comparable(sideA[name]) !== comparable(sideB[name]);
  return {
    a: sideA,
    b: sideB,
    /** Other differences of the runs, which may explain changes. */
    differs: DIFFERENCES.filter(differing),
    /** How the questions of two capacity runs differ. */
    otherQuestions: a.capacity && b.capacity ? QUESTIONS.filter(differing) : [],
    newlyFailing,
    newlyInconclusive,
    stillFailing,
    fixed: to('pass', ['fail']),
    nowProven: to('pass', ['inconclusive', 'not-applicable']),
    noLongerJudged: to('not-applicable', ['pass', 'fail', 'observed']),
    /** Observations that differ; `pinned` is the value in A. */
    drift: drift(b.requirements, observations(a.requirements)),
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    /** A must newly fails (also if A lacks it), lost its waiver, or passed and is now inconclusive. */
    worse:
      newlyFailing.some(({ level, waived }) => level === 'must' && waived === undefined) ||
      stillFailing.some(({ level, waiverGone }) => level === 'must' && waiverGone === true) ||
      newlyInconclusive.some(({ level, from }) => level === 'must' && from === 'pass'),
  };
}

const isSelected = (row: RequirementResult | undefined): boolean => row?.code !== 'not-selected';

/** What a capacity run asks. Answers to different questions are neither better nor worse. */
const QUESTIONS = ['change', 'peak', 'stepLength'] as const;

const DIFFERENCES = [
  'target',
  'tool',
  'spec',
  'command',
  'plans',
  'windowSeconds',
  'readOnly',
  'depth',
  ...QUESTIONS,
] as const;

/** Plans are a set. */
const comparable = (value: Side[keyof Side]): string =>
  Array.isArray(value) ? value.toSorted().join() : String(value);

function changeOf(name: string, before: RequirementResult | undefined, row: RequirementResult) {
  const { level, title, verdict, reason, waiver, findings } = row;
  const sides = { a: before !== undefined && isSkipped(before), b: isSkipped(row) };
  const skippedIn = (['a', 'b'] as const).filter((side) => sides[side]);
  return {
    /** Its id, with the plan of a limit. */
    name,
    level,
    title,
    from: before?.verdict ?? ('absent' as const),
    to: verdict,
    ...present({
      /** The sides in which the requirement was skipped. */
      skippedIn: skippedIn.length === 0 ? undefined : skippedIn,
      /** Why it was not judged in B. */
      reason,
      /** What the service did in B, if it fails there. */
      violation: verdict === 'fail' ? findings[0]?.message : undefined,
      /** Waived in B. */
      waived: waiver === undefined ? undefined : (true as const),
    }),
  };
}

/** Computes signatures again, because another version of storecheck may compute them differently. */
const signed = (row: RequirementResult | undefined): string =>
  row === undefined ? '' : signatureOf(row.id, row.findings);

/** The first message of each violation of a row that another row does not show. */
function violationsWithout(other: RequirementResult | undefined, row: RequirementResult | undefined): string[] {
  const shown = new Set(signed(other).split('-'));
  return (row?.findings ?? []).flatMap(({ message, ...finding }) => {
    const mark = signatureOf(row?.id ?? '', [finding]);
    if (shown.has(mark)) return [];
    shown.add(mark);
    return [message];
  });
}

const plansOf = (command: string, checked: string, exhausted: readonly string[]) =>
  command === 'limits' && exhausted.length > 0 ? exhausted : [...new Set([checked, ...exhausted])];

const depthOf = ({ exploration }: Result['settings']): string =>
  exploration === undefined ? 'standard' : `thorough (seed ${exploration.seed})`;

/** What a capacity run asks, in words. Other runs ask nothing. */
function questionOf(capacity: Result['capacity']): { readonly [Name in (typeof QUESTIONS)[number]]?: string } {
  if (capacity === undefined) return {};
  const { projection, steps } = capacity;
  const changes = changedPlans(projection).map(
    ({ plan, perMinute, changed }) => `${plan} ${perMinute || 'new'} → ${changed}`,
  );
  const peak = steps.find(({ level }) => level >= 1) ?? steps.at(-1);
  return {
    change: changes.join(', ') || 'none',
    peak: `${Number(projection.after.rps.toFixed(1))} requests/s`,
    stepLength: peak === undefined ? 'none' : `${Math.round(peak.planned / peak.rps)} s`,
  };
}

function sideOf({ target, run, settings, tool, spec, outcome, requirements, limits, capacity }: Result) {
  const selected = requirements.filter(isSelected);
  const musts = selected.filter(({ level }) => level === 'must');
  const count = (verdict: VerdictKind) => musts.filter((row) => row.verdict === verdict).length;
  const isWaived = ({ waiver }: RequirementResult) => waiver !== undefined;
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    run: run.id,
    command: run.command,
    /** The plan of the check, then the plans with an exhausted limit. */
    plans: plansOf(run.command, settings.plan, Object.keys(limits)),
    windowSeconds: settings.windowSeconds,
    readOnly: settings.readOnly,
    /** With the seed of an exploration. */
    depth: depthOf(settings),
    ...questionOf(capacity),
    tool: `${tool.name} ${tool.version}`,
    spec: `${spec.version} (${spec.sha256.slice(0, 12)})`,
    outcome,
    /** Number of requirements that the run judged. */
    selected: selected.length,
    /** Number of requirements that its selection skipped: they are not compared. */
    notSelected: requirements.length - selected.length,
    /** Failed musts without a waiver. */
    failed: count('fail') - musts.filter(isWaived).length,
    /** Failed requirements with a waiver. */
    waived: selected.filter(isWaived).length,
    musts: {
      pass: count('pass'),
      fail: count('fail'),
      inconclusive: count('inconclusive'),
      'not-applicable': count('not-applicable'),
    },
  };
}
