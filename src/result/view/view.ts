import { planName } from '../../capacity/words.ts';
import { isObject } from '../../exchange/json.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { cut, inert, shellWord, unbroken } from '../../text/inert.ts';
import type { Result } from '../result.ts';
import { adviceFor } from './advice.ts';
import { type CapacityBlock, capacityBlocks, unshown } from './capacity-blocks.ts';
import { areasOf, factsOf, observedLine, residueSentence, totals } from './facts.ts';
import { type PlanSummary, plansOf, planText } from './plan-items.ts';
import {
  type Cause,
  configOf,
  type FailureBlock,
  failuresOf,
  type Row,
  reasonsOf,
  rowsOf,
  type Status,
  waivedBy,
} from './rows.ts';
import { exitMeaning, type GateProblem, gateProblems, verdictOf, whyUnfinished } from './verdict-block.ts';

/** A sentence, perhaps about requirements or with another name before it. */
export type Item = {
  readonly kind: 'item';
  readonly text: string;
  readonly name?: string;
  /** Whether it fails the run. */
  readonly fails?: boolean;
  /** The exhausted limit that it is about, for its figure. */
  readonly plan?: PlanSummary;
} & Cause;
export type Block = FailureBlock | Item | CapacityBlock;

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
  /** Of interest only to those who ask for everything. */
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
  unproven: { title: 'Not proven', status: 'info', gap: 'Not tested:', isDetail: true },
  optional: { title: 'Inconclusive, but not required', status: 'inconclusive' },
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

/**
 * @param called how the user calls storecheck: `storecheck`, `node dist/storecheck.cjs`
 * @param folder the run's folder in commands
 */
export function viewOf(recorded: Result, called = 'storecheck', folder = 'RUN') {
  const result = harmless(recorded);
  const rows = rowsOf(result, called);
  const accepts = [called, 'accept', folder, '--observed', ...configOf(result).map(shellWord)];
  const gate = gateProblems(result, accepts.join(' '));
  const command = (words: string) => unbroken(`${called} ${words}`);
  const { word, sentence } = verdictOf(result, rows, gate);
  const sections = sectionsOf(result, rows, gate);
  const unfinished = whyUnfinished(result);
  const isExplained =
    result.outcome === 'passed' ||
    sections.some(({ id }) => id === 'failed' || id === 'inconclusive') ||
    gate.some(({ fails }) => fails);
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
    /** Why the run does not pass beside requirements, waivers and drift: for reports that list those alone. */
    errors: unfinished.length > 0 || isExplained ? unfinished : [`${word}: ${sentence}`],
    totals: totals(result, rows),
    /** The animals that remain in the store; empty without any. */
    residue: residueSentence(result.residue),
    advice: adviceFor({ result, gate, command }, rows),
    exit: exitMeaning(result.exitCode),
    facts: factsOf(result),
    areas: areasOf(rows),
    sections,
    /** What no run proves. */
    never: notTestable(result),
  };
}

/** Maximum characters of a text; results.json has all of it. */
const TEXT = 1_000;
/** Maximum characters of a curl command. It is never truncated. */
const CURL = 4_000;

/** A copy in which every text is short and harmless: a service wrote much of a result, and results.json may be forged. */
const harmless = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (name, inner: unknown) => {
    if (typeof inner === 'string') return name === 'curl' ? command(inner) : inert(cut(inner, TEXT));
    if (!isObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([member, one]) => [inert(cut(member, TEXT)), one]));
  });

const command = (curl: string): string =>
  curl.length <= CURL ? inert(curl) : `(a curl command of ${curl.length} characters: see results.json)`;

function sectionsOf(result: Result, rows: readonly Row[], gate: readonly GateProblem[]): Section[] {
  const { capacity, setUp } = result;
  const plans = plansOf(result, rows);
  const reasons = (isMeant: (row: Row) => boolean): Item[] =>
    reasonsOf(rows, isMeant)
      .map((cause) => item(cause.rows[0]?.reason ?? 'evidence is missing', cause))
      .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  // After a set-up mistake, nothing was judged.
  const open = reasons(({ status }) => setUp === undefined && status === 'inconclusive');
  const isBlocking = (one: Item) => [...one.rows, ...one.consequences].some(({ level }) => level === 'must');
  const each = (status: Status, text: (row: Row) => string): Item[] =>
    rows.filter((row) => row.status === status).map((row) => item(text(row), { rows: [row] }));
  const blocks: Readonly<Record<SectionId, readonly Block[]>> = {
    failed: failuresOf(rows, 'failed'),
    gate: gate.map(({ name, text, fails }) => item(text, { name, fails })),
    inconclusive: open.filter(isBlocking),
    warnings: failuresOf(rows, 'warning'),
    waived: each('waived', (row) => `${row.title}; ${waivedBy(row)}`),
    limits: plans.map((plan) => item(planText(plan), { name: plan.plan, plan })),
    capacity:
      capacity === undefined ? [] : capacityBlocks(capacity).map((one) => (typeof one === 'string' ? item(one) : one)),
    unshown: capacity === undefined ? [] : unshown(capacity).map((text) => item(text)),
    unproven: setUp === undefined && capacity === undefined ? [...precision(rows), ...untested(plans)] : [],
    // If the run does not pass, its reader has other questions.
    optional: open.some(isBlocking) ? [] : open,
    'not-applicable': reasons(({ status }) => status === 'not-applicable'),
    // A note says what --only and --skip excluded.
    skipped: reasons(({ status, code }) => status === 'skipped' && code !== 'not-selected'),
    info: each('info', ({ title, value = null }) => `${title}: ${observedLine(value)}`),
    passed: each('passed', ({ title, subjects }) => `${title} (${subjects} examined)`),
  };
  return (Object.keys(SECTIONS) as SectionId[])
    .map((id) => {
      const count = blocks[id].reduce((sum, block) => sum + sizeOf(block), 0);
      return { ...SECTIONS[id], id, count, blocks: blocks[id] };
    })
    .filter((section) => section.blocks.length > 0);
}

/** How many requirements a block is about; without those that a failure leaves open. */
function sizeOf(block: Block): number {
  if (!('rows' in block)) return 0;
  return block.rows.length + (block.kind === 'failure' ? block.alike : block.consequences).length;
}

/** Moments that the run cannot distinguish. */
function precision(rows: readonly Row[]): Item[] {
  const timed = rows.filter(({ resolution }) => resolution !== undefined);
  if (timed.length === 0) return [];
  const seconds = Math.max(...timed.map(({ resolution = 0 }) => resolution));
  const why = "the header has whole seconds, and the service's clock is known only so well";
  return [item(`an X-RateLimit-Reset that is wrong by less than ${seconds} s: ${why}`, { rows: timed })];
}

function untested(plans: readonly PlanSummary[]): Item[] {
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
