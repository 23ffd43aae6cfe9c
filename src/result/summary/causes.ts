import { groupBy } from '../../exchange/journal/group.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import type { ReasonCode } from '../../text/reasons/index.ts';
import { exportFor, type KeyExpressions } from '../key-variable.ts';
import type { RequirementResult, Result, ResultFinding } from '../result.ts';
import { planOfLimit } from '../row-name.ts';
import type { Status } from './status.ts';

/** A judged requirement as reports show it. */
export interface Row extends RequirementResult {
  readonly status: Status;
  /** Unique: the id, with the plan of a limit. */
  readonly name: string;
  /** The part of the run that judged it. */
  readonly part: 'check' | 'limits';
  /** The first part of the id. */
  readonly area: string;
  /** The options with which the same command tests a failed requirement alone; undefined if it has none, like a demo. */
  readonly alone?: string;
  /** The command that sets the key of the curl lines. */
  readonly exportKey: string;
  /** The command that explains the requirement. */
  readonly explain: string;
  /** The name of the row that explains why this one is inconclusive. */
  readonly because?: string;
}

/** Several rows with one explanation: reports show it once and count the others. */
export interface Cause {
  /** A failed requirement, a row for each plan; or the rows that share one reason. */
  readonly rows: readonly Row[];
  /** Other requirements of the same family that failed as well: the other `create.rejects.*`. */
  readonly alike: readonly Row[];
  /** Rows that are inconclusive because of it. */
  readonly consequences: readonly Row[];
}

/** Without a refusal there is no evidence for these. */
const NEED_A_REFUSAL: readonly string[] = [
  'limit.status',
  'limit.error-body',
  'limit.headers',
  'limit.remaining-zero',
  'limit.retry-after-present',
  'limit.retry-after-syntax',
  'limit.retry-after-sufficient',
  'limit.retry-after-unit',
  'limit.retry-after-reasonable',
  'limit.reset-true',
  'limit.window-is-a-minute',
  'limit.refill-rate',
  'limit.all-operations',
  'limit.rejects-count',
  'limit.algorithm',
] satisfies RequirementId[];

/** Which of a plan's requirements may explain that no refusal was seen, the likeliest first. */
const EXPLAIN_NO_REFUSAL = ['limit.status', 'limit.rejects-excess'] as const satisfies RequirementId[];

/** Without readable rate headers, no response shows these. */
const NEED_RATE_HEADERS: readonly string[] = [
  'rate.limit-matches-plan',
  'rate.remaining-in-range',
  'rate.remaining-counts-down',
  'rate.counts-every-operation',
] satisfies RequirementId[];

/** The reasons of rows for which no response was readable. */
const UNREAD: readonly string[] = [
  'nothing-to-judge',
  'no-remaining-pair',
  'no-remaining-across-operations',
  'operations-without-remaining',
] satisfies ReasonCode[];

/** Which failed requirements may explain that, the likeliest first. */
const EXPLAIN_UNREAD: readonly string[] = ['rate.single-integer', 'rate.headers-present'] satisfies RequirementId[];

/** The requirement whose violation, or missing evidence, a reason states. */
const NAMED_BY_REASON: Readonly<Partial<Record<string, RequirementId>>> = {
  'list-needs-no-key': 'auth.required.list',
  'nothing-created': 'create.created',
  'no-payload-created': 'create.created',
  'no-valid-payload-created': 'create.created',
  'no-listed-payload-created': 'create.created',
  'no-id-in-lists': 'list.schema',
  'reset-is-wrong': 'limit.reset-true',
  'reset-not-confirmed': 'limit.reset-true',
} satisfies Partial<Record<ReasonCode, RequirementId>>;

/** The row that explains why another is inconclusive, as far as the result shows it. */
export function explanations(rows: readonly Row[], { limits }: Pick<Result, 'limits'>): Row[] {
  const ofPlan = groupBy(rows, (row) => planOfLimit(row) ?? '');
  const causes = new Map(
    Object.entries(limits).flatMap(([plan, { sent, perWindow, refused }]) => {
      const own = ofPlan.get(plan) ?? [];
      const of = (status: Status) =>
        EXPLAIN_NO_REFUSAL.flatMap((id) => own.find((row) => row.id === id && row.status === status) ?? []);
      const [cause] = [...of('failed'), ...of('waived'), ...of('inconclusive').toReversed()];
      return refused > 0 || sent <= perWindow || cause === undefined ? [] : [[plan, cause] as const];
    }),
  );
  // A waived cause does not: reports would show nowhere why the run is incomplete.
  const named = ({ code = '', ...row }: Row) =>
    ofPlan
      .get(planOfLimit(row) ?? '')
      ?.find(({ id, status }) => id === NAMED_BY_REASON[code] && (status === 'failed' || status === 'inconclusive'));
  const unread = EXPLAIN_UNREAD.flatMap((id) => rows.find((row) => row.id === id && row.status === 'failed') ?? [])[0];
  return rows.map((row) => {
    if (row.status !== 'inconclusive') return row;
    const noRefusal = NEED_A_REFUSAL.includes(row.id) ? causes.get(planOfLimit(row) ?? '') : undefined;
    const isUnread = NEED_RATE_HEADERS.includes(row.id) && UNREAD.includes(row.code ?? '');
    const cause = noRefusal ?? (isUnread ? unread : undefined) ?? named(row);
    return cause === undefined || cause.id === row.id ? row : { ...row, because: cause.name };
  });
}

/** Failures of one kind, a cause for each requirement or family. */
export function failuresOf(rows: readonly Row[], status: Status): Cause[] {
  const own = rows.filter((row) => row.status === status);
  return [...groupBy(own, familyOf).values()].map((family): Cause => {
    const first = family.filter(({ id }) => id === family[0]?.id);
    return {
      rows: first,
      alike: family.filter((row) => !first.includes(row)),
      consequences: consequencesOf(rows, family),
    };
  });
}

/** The same for rows with the same reason. */
export const reasonKey = ({ code, params, reason }: Row): string => JSON.stringify([code, params, reason]);

/** Rows without a verdict, a cause for each reason, with the rows that it explains. */
export function reasonsOf(rows: readonly Row[], isMeant: (row: Row) => boolean): Cause[] {
  const own = rows.filter((row) => isMeant(row) && row.because === undefined);
  const groups = groupBy(own, (row) => `${row.status} ${reasonKey(row)}`);
  return [...groups.values()].map((same) => ({ rows: same, alike: [], consequences: consequencesOf(rows, same) }));
}

const consequencesOf = (rows: readonly Row[], of: readonly Row[]): Row[] =>
  rows.filter(({ because }) => because !== undefined && of.some(({ name }) => name === because));

/** Ids of three parts are a family: `create.rejects.missing-name`. */
const familyOf = ({ id }: Row): string => {
  const parts = id.split('.');
  return parts.length > 2 ? parts.slice(0, 2).join('.') : id;
};

/** @param called how the user calls storecheck */
export function nameRow(
  row: RequirementResult,
  status: Status,
  called: string,
  keys: KeyExpressions,
  result: Pick<Result, 'run' | 'settings'>,
): Omit<Row, 'name' | 'part'> {
  const alone = row.verdict === 'fail' ? optionsAlone(row, result) : undefined;
  return {
    ...row,
    findings: easiestFirst(distinct(row.findings)),
    status,
    area: row.id.split('.')[0] ?? row.id,
    explain: `${called} explain ${row.id}`,
    exportKey: exportFor(row.plan ?? '', keys),
    ...(alone === undefined ? {} : { alone }),
  };
}

function optionsAlone(row: RequirementResult, { run, settings }: Pick<Result, 'run' | 'settings'>): string | undefined {
  if (run.command === 'demo' || run.command === 'capacity') return undefined;
  const plan = planOfLimit(row);
  const { exploration } = settings;
  const seed = plan === undefined && exploration !== undefined ? ` --seed ${exploration.seed}` : '';
  const options = `--only ${row.id}${plan === undefined ? '' : ` --plan ${plan}`}${seed}`;
  // They will be pasted into a shell, and results.json may have been edited.
  return /^[\w. -]+$/.test(options) ? options : undefined;
}

/** Findings that say the same of several responses are one, with the exchanges of all: a request was repeated. */
function distinct(findings: readonly ResultFinding[]): ResultFinding[] {
  const same = groupBy(findings, ({ message, expected, actual, curl }) =>
    JSON.stringify([message, expected, actual, curl]),
  );
  return [...same.values()].flatMap(([first, ...more]) =>
    first === undefined || more.length === 0
      ? (first ?? [])
      : { ...first, exchanges: [...new Set([first, ...more].flatMap(({ exchanges }) => exchanges))] },
  );
}

/** The finding with the shortest curl command first, then the others in their order. */
function easiestFirst(findings: readonly ResultFinding[]): readonly ResultFinding[] {
  const length = ({ curl }: ResultFinding) => curl?.length ?? Number.MAX_SAFE_INTEGER;
  const [easiest] = findings.toSorted((a, b) => length(a) - length(b));
  return easiest === undefined ? findings : [easiest, ...findings.filter((one) => one !== easiest)];
}
