import { groupBy } from '../../exchange/group.ts';
import { idWithPlan } from '../../judge/gate/drift.ts';
import { levelFailsRun } from '../../judge/gate/gate.ts';
import { ABOUT_LIMITER } from '../../limiter/judge-experiment.ts';
import type { RequirementId } from '../../spec/requirements/catalogue.ts';
import type { ReasonCode } from '../../text/reasons.ts';
import type { RequirementResult, Result, ResultFinding } from '../result.ts';
import { retestCommand } from './commands.ts';

/**
 * The status of a row, in the same words in every format. failed: a violation that fails the run. warning: one that does not. waived: one
 * that is accepted until a date. inconclusive: evidence is missing; for a must, the run cannot pass. not-applicable: nothing can show it on
 * this target. skipped: excluded by an option, or sent only with a permission, an option or a key. info: observed, not judged.
 */
export const STATUSES = [
  'failed',
  'inconclusive',
  'warning',
  'waived',
  'passed',
  'not-applicable',
  'skipped',
  'info',
] as const;
export type Status = (typeof STATUSES)[number];

/** Reasons why a row was not part of the run. */
const SKIPPED: readonly string[] = [
  'not-selected',
  'option-not-given',
  'key-not-in-url',
  'read-only',
] satisfies ReasonCode[];

/** `--fail-on should` makes a warning a failure. */
function statusOf(row: RequirementResult, { settings }: Result): Status {
  if (SKIPPED.includes(row.code ?? '')) return 'skipped';
  switch (row.verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      if (row.waiver !== undefined) return 'waived';
      return levelFailsRun(row, settings.failOn) ? 'failed' : 'warning';
    case 'inconclusive':
    case 'not-applicable':
      return row.verdict;
    case 'observed':
      return 'info';
  }
}

/** The name of a row. In one result, only `rate.*` rows share one: that of the check, and those of each plan's limit. */
export function rowName(row: Pick<RequirementResult, 'id' | 'plan'>): string {
  const { id, plan } = idWithPlan(row);
  return plan === undefined ? id : `${id} (${plan})`;
}

export interface Row extends RequirementResult {
  readonly status: Status;
  /** Unique: the id, with the plan if it is about a limit, or if an earlier row has the id. */
  readonly name: string;
  readonly area: string;
  /** The command that tests the requirement again. */
  readonly again: ReturnType<typeof retestCommand>;
  /** The next step, if it is violated. */
  readonly next: readonly string[];
  /** The name of the row that explains why this one is inconclusive. */
  readonly explainedBy?: string;
  /** The rows that this one explains. */
  readonly consequences: readonly Row[];
}

/** Several rows with one explanation: reports show it once and count the others. */
export interface RowGroup {
  /** A failed requirement, a row for each plan; or the rows that share one reason. */
  readonly rows: readonly Row[];
  /** Other requirements that failed as well: those of the same family (the other `create.rejects.*`), and those without other findings. */
  readonly alike: readonly Row[];
  /** Rows that are inconclusive because of it. */
  readonly consequences: readonly Row[];
}

/** @param tool how the user calls storecheck */
export function rowsOf(result: Result, tool: string): Row[] {
  const known = new Set<string>();
  const rows = result.requirements.map((row): Row => {
    const name = known.has(rowName(row)) && row.plan !== undefined ? `${row.id} (${row.plan})` : rowName(row);
    known.add(name);
    const ofPlan = result.requirements.filter(({ plan }) => plan === row.plan);
    const like = rowWithBehaviour(ofPlan) === row ? result.limits[row.plan ?? '']?.behavesLike : undefined;
    return {
      ...row,
      name,
      status: statusOf(row, result),
      area: row.id.split('.')[0] ?? row.id,
      findings: withBehaviour(merged(row.findings), like),
      next: row.findings.slice(0, 1).map(() => `next: ${tool} explain ${row.id}`),
      again: retestCommand(row, name, result, tool),
      consequences: [],
    };
  });
  const explained = rows.map((row) => {
    const { name } = causeOf(row, rows) ?? {};
    return name === undefined ? row : { ...row, explainedBy: name, reason: `because of ${name}: ${row.reason}` };
  });
  return explained.map((row) => ({
    ...row,
    consequences: explained.filter(({ explainedBy }) => explainedBy === row.name),
  }));
}

/** Merges findings with the same words into one, which names all requests, and has the command of the first. */
function merged(findings: readonly ResultFinding[]): ResultFinding[] {
  const alike = groupBy(findings, ({ message, expected, actual, attempt }) =>
    JSON.stringify([message, expected, actual, attempt]),
  );
  return [...alike.values()].flatMap((all) => {
    const exchanges = [...new Set(all.flatMap((finding) => finding.exchanges))];
    return all.slice(0, 1).map((first) => ({ ...first, exchanges }));
  });
}

/** The failed requirement of a plan whose first finding also says what its limiter behaves like. A waived one shows no findings. */
export const rowWithBehaviour = <One extends RequirementResult>(ofPlan: readonly One[]): One | undefined =>
  ofPlan.find(
    ({ id, verdict, waiver }) =>
      verdict === 'fail' && waiver === undefined && ABOUT_LIMITER.some((about) => about === id),
  );

const withBehaviour = (findings: readonly ResultFinding[], like: string | null | undefined): ResultFinding[] =>
  findings.map((finding, index) =>
    index > 0 || typeof like !== 'string' ? finding : { ...finding, actual: `${finding.actual}. ${like}` },
  );

const REFUSALS = ['limit.status', 'limit.rejects-excess'] as const;
const WAITS = ['limit.retry-after-present', ...REFUSALS] as const;
const HEADERS = ['rate.single-integer', 'rate.headers-present'] as const;
const CREATED = ['create.created'] as const;
type Explained = ReasonCode | `rate ${ReasonCode}`;
/** Requirements, the most likely first: if one of them fails, it explains reasons with these codes (or with a code in one area). */
const NEEDED: readonly (readonly [readonly RequirementId[], readonly Explained[]])[] = [
  [REFUSALS, ['no-429', 'key-not-exhausted', 'no-429-above-limit', 'no-reset-of-minute']],
  [WAITS, ['no-retry-after', 'no-retry-after-number', 'no-two-waits']],
  [['limit.reset-true'], ['reset-not-confirmed']],
  [[...HEADERS, 'rate.reset-unix-seconds'], ['rate nothing-to-judge']],
  [HEADERS, ['no-remaining-pair', 'no-remaining-across-operations', 'operations-without-remaining']],
  [['auth.required.list'], ['list-needs-no-key']],
  [CREATED, ['nothing-created', 'no-payload-created', 'no-valid-payload-created', 'no-listed-payload-created']],
];

/** A failed requirement that may explain an inconclusive one, or an inconclusive one that nothing explains. */
function causeOf(row: Row, rows: readonly Row[]): Row | undefined {
  const causes = causesOf(row, rows);
  return causes.find(({ status }) => status === 'failed') ?? causes.findLast((one) => causesOf(one, rows).length === 0);
}

/** What may explain an inconclusive row. Not a waived requirement: otherwise, reports would not show why the run is incomplete. */
function causesOf(row: Row, rows: readonly Row[]): Row[] {
  if (row.status !== 'inconclusive') return [];
  const codes = [row.code, `${row.area} ${row.code}`];
  const [needed = []] = NEEDED.find(([, explained]) => explained.some((code) => codes.includes(code))) ?? [];
  const isOpen = ({ status }: Row) => status === 'failed' || status === 'inconclusive';
  const others = rows.filter((one) => isOpen(one) && idWithPlan(one).plan === idWithPlan(row).plan);
  return needed.flatMap((named) => others.find(({ id }) => id === named && id !== row.id) ?? []);
}

/** What the specification demands comes before good practice, which fails a run only with --fail-on. */
const RANK = { must: 0, should: 1, observe: 2 } as const;

/**
 * Puts likely causes first. A service that accepts an invalid payload stores it, and then violates what its lists must be. But if the
 * response to the payload is a page of HTML, nothing was stored, so media.json comes first:
 *
 *   POST /pets without a name ──► 201                 create.rejects.missing-name, the cause of list.schema
 *   GET /pets                 ──► an animal, no name  list.schema
 *   POST /pets without a name ──► 200, HTML           media.json, the cause of create.rejects.missing-name
 */
function likelyCausesFirst(rows: readonly Row[]): Row[] {
  const isRejection = ({ id }: Row) => id.startsWith('create.rejects.');
  const shownBy = (row: Row) => row.findings.flatMap(({ exchanges }) => exchanges);
  const rejections = new Set(rows.filter(isRejection).flatMap(shownBy));
  const isPage = (row: Row) => row.id === 'media.json' && shownBy(row).some((seq) => rejections.has(seq));
  const first = (row: Row) => Number(isRejection(row)) + 2 * Number(isPage(row));
  return rows.toSorted((a, b) => RANK[a.level] - RANK[b.level] || first(b) - first(a));
}

/** Failures of one kind, one for each requirement or family. */
export function failuresOf(rows: readonly Row[], status: Status): RowGroup[] {
  const own = likelyCausesFirst(rows.filter((row) => row.status === status));
  const leaderOf = (row: Row) => own.find((other) => other === row || isSaidBy(other, row)) ?? row;
  // Ids of three parts are a family: `create.rejects.missing-name`.
  const families = groupBy(own, (row) => leaderOf(row).id.split('.').slice(0, 2).join('.'));
  return [...families.values()].map((family) => {
    const first = family.filter(({ id }) => id === family[0]?.id);
    const alike = family.filter((row) => !first.includes(row));
    return { rows: first, alike, consequences: family.flatMap(({ consequences }) => consequences) };
  });
}

/** Rows without a verdict, a cause for each reason, with the rows that it explains. */
export function reasonsOf(rows: readonly Row[], isMeant: (row: Row) => boolean): RowGroup[] {
  const own = likelyCausesFirst(rows.filter((row) => isMeant(row) && row.explainedBy === undefined));
  const groups = groupBy(own, ({ status, reason }) => `${status} ${reason}`);
  const causes = [...groups.values()];
  return causes.map((all) => ({ rows: all, alike: [], consequences: all.flatMap(({ consequences }) => consequences) }));
}

/** Whether another row has the same findings: one defect violates both. */
const isSaidBy = (other: Row, { plan, findings }: Row): boolean =>
  other.plan === plan &&
  findings.length > 0 &&
  findings.every(({ message }) => other.findings.some((one) => one.message === message));

/** The plans of a requirement's rows: `free, pro`. */
const planNames = (rows: readonly Row[]): string => [...new Set(rows.map(({ plan = '' }) => plan))].join(', ');

/** Requirements with their plans, `most` at most: `limit.status (free, pro), limit.headers (free) and 3 more`. */
export function namesOf(rows: readonly Row[], most = Infinity): string {
  const names = [...groupBy(rows, ({ id }) => id)].map(([id, own]) =>
    own.every(({ name }) => name === id) ? id : `${id} (${planNames(own)})`,
  );
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The first finding, if all rows have findings with its code; else the title of the requirement. */
export function headlineOf([first, ...others]: readonly Row[]): string {
  const [{ code, message } = {}] = first?.findings ?? [];
  if (first === undefined || message === undefined) return first?.title ?? '';
  if (others.some(({ findings }) => findings[0]?.code !== code))
    return `Not fulfilled: “${first.title}” (${planNames([first, ...others])})`;
  const alike = others.filter(({ plan, findings }) => plan !== first.plan && findings[0]?.message !== message);
  return alike.length === 0 ? message : `${message} (${first.plan}; ${planNames(alike)} alike)`;
}

/** The lines folded under a cause. Of several rows, they name those that have consequences. */
export function foldedLines({ rows, alike, consequences }: RowGroup, most?: number): string[] {
  const own = [...rows, ...alike];
  const explaining = own.filter((row) => row.consequences.length > 0);
  const cause = own.length > 1 ? namesOf(explaining, most) : 'it';
  return [
    ...(alike.length === 0 ? [] : [`and ${alike.length} more of the same kind: ${namesOf(alike, most)}`]),
    ...(consequences.length === 0
      ? []
      : [`and ${consequences.length} more inconclusive because of ${cause}: ${namesOf(consequences, most)}`]),
  ];
}

export function waivedBy({ waiver }: RequirementResult): string {
  if (waiver === undefined) return '';
  const { owner, expires, reason, link } = waiver;
  return `accepted by ${owner} until ${expires}: ${reason}${link === undefined ? '' : ` (${link})`}`;
}
