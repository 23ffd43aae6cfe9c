import { changedPlans } from '../capacity/projection.ts';
import { drift, observations } from '../judge/gate/drift.ts';
import { signatureOf } from '../judge/gate/waiver.ts';
import { plural } from '../text/count.ts';
import type { RequirementResult, Result } from './result.ts';
import { namedRows, type Status, statusOf } from './status.ts';
import { counted, countsOf } from './view/facts.ts';
import { harmless } from './view/harmless.ts';

/** A requirement whose status differs, or that both sides violate. */
export interface Change {
  readonly name: string;
  readonly level: RequirementResult['level'];
  readonly from: Status | 'absent';
  readonly to: Status;
  /** What the service did in B, if it is violated there; else the reason or the title. */
  readonly why: string;
  /** The violations that only one side shows, if both violate it. */
  readonly onlyIn: { readonly a: readonly string[]; readonly b: readonly string[] };
}

export type ResultDiff = ReturnType<typeof diffResults>;

/** Compares two results row by row, except rows that a selection skipped. Any two results can be compared; `notes` say what else differs. */
export function diffResults(earlier: Result, later: Result) {
  const [a, b] = [harmless(earlier), harmless(later)];
  const [before, after] = [new Map(namedRows(a.requirements)), new Map(namedRows(b.requirements))];
  const changes = [...after].flatMap(([name, row]): Change[] => {
    const earlier = before.get(name);
    if (isExcluded(row) || isExcluded(earlier)) return [];
    const [from, to] = [earlier === undefined ? ('absent' as const) : statusOf(earlier, a), statusOf(row, b)];
    const { level, title, reason = title, findings } = row;
    const why = isViolated(to) ? (findings[0]?.message ?? title) : to === 'passed' ? title : reason;
    const onlyIn = { a: violationsWithout(row, earlier), b: violationsWithout(earlier, row) };
    return [{ name, level, from, to, why, onlyIn }];
  });
  const of = (kind: ReturnType<typeof kindOf>) => changes.filter((change) => kindOf(change) === kind);
  const facts = FACTS.map(([name, text]) => ({ name, a: text(a), b: text(b) }));
  const differing = facts.filter((fact) => fact.a !== fact.b).map(({ name }) => name);
  return {
    facts,
    /** Other differences of the runs, which may explain changes. */
    notes: notesOf(a, b, differing),
    newlyFailing: of('newly failing'),
    newlyInconclusive: of('newly inconclusive'),
    remaining: of('remaining'),
    fixed: of('fixed'),
    others: of('other'),
    /** Observations that differ; `pinned` is the value in A. */
    drift: drift(b.requirements, observations(a.requirements)),
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    /** A must newly fails (also if A lacks it), lost its waiver, or passed and is now inconclusive. */
    worse: changes.some(
      ({ level, from, to }) =>
        level === 'must' && ((to === 'failed' && from !== 'failed') || (to === 'inconclusive' && from === 'passed')),
    ),
  };
}

function kindOf({ from, to }: Change) {
  if (isViolated(to)) return isViolated(from) ? 'remaining' : 'newly failing';
  if (from === to || from === 'absent') return 'none';
  if (to === 'inconclusive') return 'newly inconclusive';
  return to === 'passed' && isViolated(from) ? 'fixed' : 'other';
}

const isExcluded = (row: RequirementResult | undefined): boolean => row?.code === 'not-selected';

const isViolated = (status: Change['from']): boolean => ['failed', 'warning', 'waived'].includes(status);

/** The first message of each violation of a row that another row does not show. Signatures are computed again, because another version of storecheck may compute them differently. */
function violationsWithout(other: RequirementResult | undefined, row: RequirementResult | undefined): string[] {
  const marksOf = (one: RequirementResult | undefined) => signatureOf(one?.id ?? '', one?.findings ?? []).split('-');
  const shown = new Set(marksOf(other));
  return (row?.findings ?? []).flatMap(({ message, ...finding }) => {
    const mark = signatureOf(row?.id ?? '', [finding]);
    if (shown.has(mark)) return [];
    shown.add(mark);
    return [message];
  });
}

function plansOf({ run, settings, limits }: Result): string {
  const exhausted = Object.keys(limits);
  const plans = run.command === 'limits' && exhausted.length > 0 ? exhausted : [settings.plan, ...exhausted];
  return [...new Set(plans)].toSorted().join(', ');
}

function changeOf({ capacity }: Result): string | undefined {
  if (capacity === undefined) return undefined;
  const changes = changedPlans(capacity.projection).map(
    ({ plan, perMinute, changed }) => `${plan} ${perMinute || 'new'} → ${changed}`,
  );
  return changes.join(', ') || 'none';
}

function stepLengthOf({ capacity }: Result): string | undefined {
  const peak = capacity?.steps.find(({ level }) => level >= 1) ?? capacity?.steps.at(-1);
  return peak && `${Math.round(peak.planned / peak.rps)} s`;
}

/** `12 passed, 1 failed, 0 inconclusive` */
function mustsOf(result: Result): string {
  const musts = result.requirements.filter((row) => row.level === 'must' && !isExcluded(row));
  const counts = counted(countsOf(musts.map((row) => ({ status: statusOf(row, result) }))));
  return counts
    .slice(0, 3)
    .map(({ number, word }) => `${number} ${word}`)
    .join(', ');
}

const FACTS: readonly (readonly [name: string, text: (result: Result) => string | undefined])[] = [
  ['target', ({ target }) => target.name],
  ['address', ({ target }) => target.baseUrl],
  ['run', ({ run }) => run.id],
  ['command', ({ run, settings }) => `${run.command}${settings.readOnly ? ', read-only' : ''}`],
  ['plans', plansOf],
  ['depth', ({ settings: { exploration } }) => (exploration ? `thorough (seed ${exploration.seed})` : 'standard')],
  ['window', ({ settings }) => `${settings.windowSeconds} s`],
  ['change', changeOf],
  ['peak', ({ capacity }) => capacity && `${Number(capacity.projection.after.rps.toFixed(1))} requests/s`],
  ['step length', stepLengthOf],
  ['tool', ({ tool }) => `${tool.name} ${tool.version}`],
  ['spec', ({ spec }) => `${spec.version} (${spec.sha256.slice(0, 12)})`],
  ['outcome', ({ outcome }) => outcome],
  ['musts', mustsOf],
];

/** Differences that explain no change. */
const NEUTRAL: readonly string[] = ['address', 'run', 'outcome', 'musts'];

function notesOf(a: Result, b: Result, differing: readonly string[]): string[] {
  const partial = Object.entries({ A: a, B: b }).flatMap(([side, { requirements }]) => {
    const excluded = requirements.filter(isExcluded).length;
    return excluded === 0
      ? []
      : [
          `${side} is a partial run (--only or --skip): ${plural(excluded, 'requirement is', 'requirements are')} not compared`,
        ];
  });
  const causes = differing.filter((name) => !NEUTRAL.includes(name));
  return [
    ...partial,
    ...(causes.length === 0 ? [] : [`the runs differ in ${causes.join(', ')}, which may explain changes`]),
  ];
}
