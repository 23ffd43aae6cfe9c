import { isObject } from '../../exchange/json.ts';
import { configOption } from '../../exchange/trace.ts';
import { PLAN_NAMES, planName } from '../../spec/plans.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { inert, shellWord, truncated } from '../../text/inert.ts';
import { count, percent } from '../../text/number-text.ts';
import { unbroken } from '../../text/wrap.ts';
import type { Result } from '../result.ts';
import { adviceFor } from './advice.ts';
import { type CapacityBlock, capacityBlocks, unshown } from './capacity-blocks.ts';
import { areasOf, factsOf, observedFacts, targetText, totals } from './facts.ts';
import { type PlanSummary, plansOf, planText } from './plan-items.ts';
import { failuresOf, type Row, type RowGroup, reasonsOf, rowsOf, type Status, waivedBy } from './rows.ts';
import { type GateProblem, gateProblems, verdictOf, whyUnfinished } from './verdict-block.ts';

/** A sentence, perhaps about requirements or with another name before it. */
export type Item = {
  readonly kind: 'item';
  readonly text: string;
  readonly name?: string;
  /** The title of its requirement, if it has only one. */
  readonly title?: string | undefined;
  /** The text in parts with labels. */
  readonly values?: ReturnType<typeof observedFacts>;
  /** Whether it fails the run. */
  readonly failsRun?: boolean;
  /** The exhausted limit that it is about, for its figure. */
  readonly plan?: PlanSummary;
} & RowGroup;
/** A failure folds the other failures of its family, and the rows that it leaves inconclusive. */
export type Block = ({ readonly kind: 'failure' } & RowGroup) | Item | CapacityBlock;

export const item = (text: string, about: Partial<Item> = {}): Item => ({
  kind: 'item',
  text,
  rows: [],
  alike: [],
  consequences: [],
  ...about,
});

interface SectionKind {
  readonly title: string;
  /** For its colour and icon. */
  readonly status: Status;
  /** What its blocks mean, for a page with room. */
  readonly lead?: string;
  /** The word before each block in a list of what the run does not prove. */
  readonly gap?: string;
  /** Shown only by `--verbose`, and folded in the HTML report. */
  readonly isDetail?: true;
}

/** The most important first. */
const SECTIONS = {
  failed: { title: 'Failed', status: 'failed' },
  gate: {
    title: 'Waivers and drift',
    status: 'warning',
    lead: 'Waivers to fix or remove, and pinned behaviour that changed.',
  },
  inconclusive: {
    title: 'Inconclusive: evidence is missing, so the run does not pass',
    status: 'inconclusive',
    gap: 'Inconclusive:',
  },
  warnings: {
    title: 'Warnings: violations of good practice',
    status: 'warning',
    lead: 'Violations of an RFC or of good practice, not of the specification. They do not fail the run by themselves.',
  },
  waived: { title: 'Waived', status: 'waived', lead: 'Known violations that a waiver accepts until a date.' },
  limits: { title: 'Limits', status: 'info', lead: 'A burst tested each limit. Requests before it count, too.' },
  capacity: { title: 'Capacity', status: 'info', lead: 'Each step offers a constant rate, whatever the responses.' },
  unshown: { title: 'Not shown', status: 'info', gap: 'Not shown:' },
  untested: { title: 'Not tested', status: 'info', gap: 'Not tested:', isDetail: true },
  optional: { title: 'Inconclusive, but not required', status: 'inconclusive', isDetail: true },
  'not-applicable': { title: 'Not applicable', status: 'not-applicable', gap: 'Not applicable:', isDetail: true },
  skipped: { title: 'Skipped', status: 'skipped', gap: 'Skipped:' },
  info: {
    title: 'Info: the specification leaves it open',
    status: 'info',
    lead: 'Recorded and compared between runs. A change fails a run only after `storecheck accept --observed`, with `--fail-on drift`.',
    isDetail: true,
  },
  passed: { title: 'Passed', status: 'passed', isDetail: true },
} as const satisfies Record<string, SectionKind>;

type SectionId = keyof typeof SECTIONS;

/** Sections without blocks are omitted. */
export interface Section extends SectionKind {
  readonly id: SectionId;
  /** How many requirements it has; 0 for other blocks. */
  readonly count: number;
  readonly blocks: readonly Block[];
}

/** Everything that a report shows, in words, computed once. Renderers decide only what fits, and how it looks. */
export type View = ReturnType<typeof viewOf>;

const STATUS_OF = { passed: 'passed', failed: 'failed', incomplete: 'inconclusive', error: 'failed' } as const;

/** Commands begin with `tool` (`storecheck`, or `node dist/storecheck.cjs`), and name the run's folder. */
export function viewOf(recorded: Result, tool = 'storecheck', folder = 'RUN') {
  const result = withInertTexts(recorded);
  const rows = rowsOf(result, tool);
  const accepts = [tool, 'accept', folder, '--observed', ...configOption(result.settings).map(shellWord)];
  const gate = gateProblems(result, accepts.join(' '));
  const command = (words: string) => unbroken(`${tool} ${words}`);
  const { word, sentence } = verdictOf(result, rows, gate);
  const sections = sectionsOf(result, rows, gate);
  const unfinished = whyUnfinished(result);
  const advice = adviceFor(result, rows, gate, command);
  const [exit = 'unknown'] = Object.entries(EXIT).find(([, code]) => code === result.exitCode) ?? [];
  const details = [
    `target: ${targetText(result.target)}`,
    ...totals(result, rows),
    `run ${result.run.id}: exit code ${result.exitCode} (${exit})`,
  ];
  const isExplained =
    result.outcome === 'passed' ||
    sections.some(({ id }) => id === 'failed' || id === 'inconclusive') ||
    gate.some(({ failsRun }) => failsRun);
  return {
    result,
    /** In the order of the catalogue. */
    rows,
    gate,
    status: STATUS_OF[result.outcome] as Status,
    /** The verdict: a word in capitals, and a sentence. */
    word,
    sentence,
    /** Why the run ended early; a set-up mistake and its fix. */
    unfinished,
    /** Reasons why the run does not pass, other than requirements, waivers and drift: for reports that list those alone. */
    errors: unfinished.length > 0 || isExplained ? unfinished : [`${word}: ${sentence}`],
    /** Target, counts, run id and exit code. */
    details,
    advice,
    /** The lines about the run in every text format: verdict, notes, counts, evidence, next step. */
    summary: [
      `${word}: ${sentence}`,
      ...unfinished,
      ...result.notes.map(({ message }) => `note: ${message}`),
      ...details,
      `evidence: ${folder}`,
      ...(advice === undefined ? [] : [`next: ${advice}`]),
    ],
    facts: factsOf(result),
    areas: areasOf(rows),
    sections,
    gaps: gapsOf(result, sections),
  };
}

/** Maximum characters of a text; results.json has all of it. */
const MAX_TEXT_LENGTH = 1_000;
/** Maximum characters of a curl command. It is never truncated. */
const MAX_CURL_LENGTH = 4_000;

/** A copy in which every text is short and harmless: a service wrote much of a result, and results.json may be forged. */
const withInertTexts = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (name, inner: unknown) => {
    if (typeof inner === 'string') return name === 'curl' ? shownCurl(inner) : inert(truncated(inner, MAX_TEXT_LENGTH));
    if (!isObject(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([member, one]) => [inert(truncated(member, MAX_TEXT_LENGTH)), one]),
    );
  });

const shownCurl = (curl: string): string =>
  curl.length <= MAX_CURL_LENGTH
    ? inert(curl)
    : `(a curl command of ${count(curl.length)} characters: see results.json)`;

function sectionsOf(result: Result, rows: readonly Row[], gate: readonly GateProblem[]): Section[] {
  const { capacity, setUp } = result;
  const plans = plansOf(result, rows);
  const reasons = (isMeant: (row: Row) => boolean): Item[] =>
    reasonsOf(rows, isMeant)
      .map((cause) => item(cause.rows[0]?.reason ?? 'evidence is missing', cause))
      .toSorted((a, b) => b.rows.length + b.consequences.length - a.rows.length - a.consequences.length);
  // After a set-up mistake, nothing was judged.
  const open = reasons(({ status }) => setUp === undefined && status === 'inconclusive').map(titled);
  const isBlocking = (one: Item) => [...one.rows, ...one.consequences].some(({ level }) => level === 'must');
  const failures = (status: Status): Block[] =>
    failuresOf(rows, status).map((cause) => ({ kind: 'failure', ...cause }));
  const each = (status: Status, show: (row: Row) => Item): Item[] =>
    rows.filter((row) => row.status === status).map((row) => ({ ...show(row), rows: [row] }));
  const blocks: Readonly<Record<SectionId, readonly Block[]>> = {
    failed: failures('failed'),
    gate: gate.map(({ name, text, failsRun }) => item(text, { name, failsRun })),
    inconclusive: open.filter(isBlocking),
    warnings: failures('warning'),
    waived: each('waived', (row) => item(waivedBy(row), { title: row.title })),
    limits: plans.map((plan) => item(planText(plan), { name: plan.plan, plan })),
    capacity:
      capacity === undefined ? [] : capacityBlocks(capacity).map((one) => (typeof one === 'string' ? item(one) : one)),
    unshown: capacity === undefined ? [] : unshown(capacity).map((text) => item(text)),
    untested: capacity === undefined ? [...precision(result, rows), ...untested(result, plans)] : [],
    optional: open.filter((one) => !isBlocking(one)),
    'not-applicable': reasons(({ status }) => status === 'not-applicable'),
    // A note says what --only and --skip excluded.
    skipped: reasons(({ status, code }) => status === 'skipped' && code !== 'not-selected'),
    // The section of a capacity run has what it observed.
    info: capacity === undefined ? each('info', observation) : [],
    passed: each('passed', ({ title, subjects }) => item(`${title} (${count(subjects)} examined)`)),
  };
  return (Object.keys(SECTIONS) as SectionId[])
    .map((id) => {
      const about = blocks[id].flatMap((block) =>
        'rows' in block ? [...block.rows, ...block.alike, ...block.consequences] : [],
      );
      // Rows of another status do not count: those that a failure leaves inconclusive, or that passed with limited precision.
      const number = about.filter(({ status }) => status === SECTIONS[id].status).length;
      return { ...SECTIONS[id], id, count: number, blocks: blocks[id] };
    })
    .filter((section) => section.blocks.length > 0);
}

/** What the run does not prove: what limits it, what its sections lack, and what no run can show. */
const gapsOf = (result: Result, sections: readonly Section[]): Item[] => [
  ...result.notes.map(({ message }) => item(message, { name: 'Note:' })),
  ...sections.flatMap(({ gap: name, blocks }) =>
    blocks.flatMap((block) => (name === undefined || block.kind !== 'item' ? [] : { ...block, name })),
  ),
  item(`${notTestable(result)}.`, { name: 'Not testable:' }),
];

const titled = (one: Item): Item =>
  one.rows.every(({ id }) => id === one.rows[0]?.id) ? { ...one, title: one.rows[0]?.title } : one;

function observation({ title, value }: Row): Item {
  const values = observedFacts(value);
  return item(values.map((fact) => fact.filter(Boolean).join(': ')).join('; '), { title, values });
}

/** Moments that the run cannot distinguish. */
function precision({ settings: { windowSeconds } }: Result, rows: readonly Row[]): Item[] {
  const timed = rows.filter(({ resolution }) => resolution !== undefined);
  if (timed.length === 0) return [];
  const seconds = Math.max(...timed.map(({ resolution = 0 }) => resolution));
  const why = "the header has whole seconds, and the service's clock is known only so well";
  const share = (window: number) => percent(Number((seconds / window).toPrecision(1)));
  const shares = `${share(windowSeconds)} of the window${windowSeconds < 60 ? `, ${share(60)} of a minute` : ''}`;
  return [item(`an X-RateLimit-Reset that is wrong by less than ${seconds} s (${shares}): ${why}`, { rows: timed })];
}

function untested({ setUp }: Result, plans: readonly PlanSummary[]): Item[] {
  if (setUp !== undefined) return [item('requirements without a verdict, because the run stopped at a set-up mistake')];
  const missing = PLAN_NAMES.filter((name) => !plans.some(({ plan }) => plan === name));
  if (missing.length === 0) return [];
  const text =
    missing.length === PLAN_NAMES.length
      ? 'all limits; `storecheck limits` shows whether they are enforced'
      : `the limits of ${missing.map(planName).join(', ')}, because this run has no key of ${missing.length === 1 ? 'this plan' : 'these plans'}`;
  return [item(text)];
}

function notTestable({ capacity, run }: Result): string {
  if (capacity !== undefined)
    return 'whether customers behave as projected, and whether another deployment has the same capacity';
  return run.command === 'limits'
    ? 'a limit that is one request too low without a sign in the headers, and a refill that is too fast by less than half'
    : 'animals beyond the first 100 of a list, and operations that the specification does not list';
}
