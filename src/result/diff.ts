import { type Drift, drift, observations } from '../judge/gate/drift.ts';
import type { VerdictKind } from '../judge/verdict.ts';
import type { Level } from '../spec/requirement.ts';
import type { RequirementResult, Result } from './result.ts';
import { rowName } from './row-name.ts';
import { signatureOf } from './signature.ts';

/** The change of one requirement from A to B. */
export interface Change {
  /** Its id, with the plan of a limit. */
  readonly name: string;
  readonly level: Level;
  readonly title: string;
  readonly from: VerdictKind | 'absent';
  readonly to: VerdictKind;
  /** Why it was not judged in B. */
  readonly reason?: string;
  /** Waived in B. */
  readonly waived?: true;
}

export interface StillFailing extends Change {
  readonly signatures: { readonly a: string; readonly b: string };
  /** A requirement that fails with another signature. */
  readonly changed: boolean;
  /** Waived in A and no longer in B. */
  readonly waiverGone?: true;
}

/** One side of the comparison. */
export interface Side {
  readonly target: string;
  readonly baseUrl: string;
  readonly run: string;
  readonly command: string;
  readonly startedAt: string;
  /** The plan of the check, then the plans with an exhausted limit. */
  readonly plans: readonly string[];
  readonly windowSeconds: number;
  readonly readOnly: boolean;
  readonly tool: string;
  readonly spec: string;
  readonly outcome: string;
  /** A re-run of failed requirements. */
  readonly rerun: boolean;
  /** Number of requirements that the run judged. */
  readonly selected: number;
  /** Number of requirements that its selection skipped: they are not compared. */
  readonly notSelected: number;
  readonly musts: Readonly<Record<'pass' | 'fail' | 'inconclusive' | 'not-applicable', number>>;
}

/** Each requirement of B is in at most one list; unchanged ones are in none. */
export interface ResultDiff {
  readonly schemaVersion: 1;
  readonly a: Side;
  readonly b: Side;
  /** Other differences of the runs, which may explain changes. */
  readonly differs: readonly (typeof DIFFERENCES)[number][];
  readonly newlyFailing: readonly Change[];
  readonly newlyInconclusive: readonly Change[];
  readonly stillFailing: readonly StillFailing[];
  readonly fixed: readonly Change[];
  readonly nowProven: readonly Change[];
  readonly noLongerJudged: readonly Change[];
  /** Observations that differ; `pinned` is the value in A. */
  readonly drift: readonly Drift[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** A must newly fails (also if A lacks it), lost its waiver, or passed and is now inconclusive. */
  readonly worse: boolean;
}

/** Compares two results row by row, except rows that a selection skipped. Any two results can be compared; `differs` lists what is not the same. */
export function diffResults(a: Result, b: Result): ResultDiff {
  const [before, after] = [rowsOf(a), rowsOf(b)];
  const changes = [...after]
    .filter(([name, row]) => isSelected(row) && isSelected(before.get(name)))
    .map(([name, row]) => changeOf(name, before.get(name), row));
  const to = (verdict: VerdictKind, from: readonly Change['from'][]) =>
    changes.filter((change) => change.to === verdict && from.includes(change.from));
  const newlyFailing = to('fail', ['pass', 'inconclusive', 'not-applicable', 'observed', 'absent']);
  const newlyInconclusive = to('inconclusive', ['pass', 'fail', 'not-applicable', 'observed']);
  const stillFailing = to('fail', ['fail']).map((change): StillFailing => {
    const one = before.get(change.name);
    const signatures = { a: signed(one), b: signed(after.get(change.name)) };
    const isGone = one?.waiver !== undefined && change.waived === undefined;
    return {
      ...change,
      signatures,
      changed: signatures.a !== signatures.b,
      ...(isGone ? { waiverGone: true } : {}),
    };
  });
  const [sideA, sideB] = [sideOf(a), sideOf(b)];
  return {
    schemaVersion: 1,
    a: sideA,
    b: sideB,
    differs: DIFFERENCES.filter((name) => comparable(sideA[name]) !== comparable(sideB[name])),
    newlyFailing,
    newlyInconclusive,
    stillFailing,
    fixed: to('pass', ['fail']),
    nowProven: to('pass', ['inconclusive', 'not-applicable']),
    noLongerJudged: to('not-applicable', ['pass', 'fail', 'observed']),
    drift: drift(b.requirements, observations(a.requirements)),
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    worse:
      newlyFailing.some(({ level, waived }) => level === 'must' && waived === undefined) ||
      stillFailing.some(({ level, waiverGone }) => level === 'must' && waiverGone === true) ||
      newlyInconclusive.some(({ level, from }) => level === 'must' && from === 'pass'),
  };
}

const rowsOf = ({ requirements }: Result) => new Map(requirements.map((row) => [rowName(row), row]));

const isSelected = (row: RequirementResult | undefined): boolean => row?.code !== 'not-selected';

const DIFFERENCES = ['target', 'tool', 'spec', 'command', 'plans', 'windowSeconds', 'readOnly'] as const;

/** Plans are a set. */
const comparable = (value: Side[keyof Side]): string =>
  Array.isArray(value) ? value.toSorted().join() : String(value);

function changeOf(name: string, before: RequirementResult | undefined, row: RequirementResult): Change {
  const { level, title, verdict, reason, waiver } = row;
  return {
    name,
    level,
    title,
    from: before?.verdict ?? 'absent',
    to: verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(waiver === undefined ? {} : { waived: true }),
  };
}

/** Computes signatures again, because another version of storecheck may compute them differently. */
const signed = (row: RequirementResult | undefined): string =>
  row === undefined ? '' : signatureOf(row.id, row.findings);

const plansOf = (command: string, checked: string, exhausted: readonly string[]) =>
  command === 'limits' && exhausted.length > 0 ? exhausted : [...new Set([checked, ...exhausted])];

function sideOf({ target, run, settings, tool, spec, outcome, requirements, limits, rerun }: Result): Side {
  const selected = requirements.filter(isSelected);
  const musts = selected.filter(({ level }) => level === 'must');
  const count = (verdict: VerdictKind) => musts.filter((row) => row.verdict === verdict).length;
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    run: run.id,
    command: run.command,
    startedAt: run.startedAt,
    plans: plansOf(run.command, settings.plan, Object.keys(limits)),
    windowSeconds: settings.windowSeconds,
    readOnly: settings.readOnly,
    tool: `${tool.name} ${tool.version}`,
    spec: `${spec.version} (${spec.sha256.slice(0, 12)})`,
    outcome,
    rerun: rerun !== undefined,
    selected: selected.length,
    notSelected: requirements.length - selected.length,
    musts: {
      pass: count('pass'),
      fail: count('fail'),
      inconclusive: count('inconclusive'),
      'not-applicable': count('not-applicable'),
    },
  };
}
