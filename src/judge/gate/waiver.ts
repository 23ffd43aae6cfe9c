import { matchesPattern } from '../../spec/pattern.ts';
import { REQUIREMENTS } from '../../spec/requirements/index.ts';
import type { VerdictKind } from '../verdict.ts';

/** An entry under `waivers:` of the configuration. */
export interface WaiverEntry {
  /** An id or a pattern. */
  readonly requirement: string;
  readonly plan?: string | undefined;
  readonly target?: string | undefined;
  readonly signature: string;
  readonly reason: string;
  readonly owner: string;
  readonly link?: string | undefined;
  /** YYYY-MM-DD, the last valid day. */
  readonly expires: string;
  /** Line in the configuration. */
  readonly line: number;
}

/** The waiver of a finding; the verdict does not change. */
export interface Waiver {
  readonly reason: string;
  readonly owner: string;
  readonly link?: string;
  readonly expires: string;
  readonly line: number;
}

export type WaiverFlaw = 'expired' | 'unused' | 'no-such-requirement' | 'other-signature';

/** An entry that must be fixed or removed: it fails the run. */
export interface WaiverProblem {
  /** Path and line in the configuration. */
  readonly file?: string;
  readonly line: number;
  readonly requirement: string;
  readonly flaw: WaiverFlaw;
  readonly message: string;
}

/** The part of a judged requirement that a waiver reads. */
interface Row {
  readonly id: string;
  readonly plan?: string;
  readonly verdict: VerdictKind;
  readonly signature?: string;
}

export interface Waived<R extends Row> {
  readonly rows: readonly (R & { readonly waiver?: Waiver })[];
  readonly problems: readonly WaiverProblem[];
  /** Entries that accept a violation by a signature of an earlier version. */
  readonly former: readonly WaiverEntry[];
  /** Entries that would accept a violation, but only on another target. */
  readonly elsewhere: readonly WaiverEntry[];
}

/** Marks of an earlier version, and the current marks of the same violation. */
export type FormerMarks = Readonly<Record<string, readonly string[]>>;

interface Where {
  readonly target: string;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly file?: string | undefined;
  readonly formerMarks?: FormerMarks;
}

/** Accepts findings until the date of their waiver. Only failures can be accepted, not missing evidence. */
export function applyWaivers<R extends Row>(
  rows: readonly R[],
  written: readonly WaiverEntry[],
  { target, today, file, formerMarks = {} }: Where,
): Waived<R> {
  const entries = written.map((entry) => ({ ...entry, marks: marksIn(entry, formerMarks) }));
  const here = entries.filter((entry) => entry.target === undefined || entry.target === target);
  const living = here.filter(({ expires }) => expires >= today);
  const waived = rows.map((row): R & { readonly waiver?: Waiver } => {
    const entry = living.find((one) => names(one, row) && accepts(one, row));
    return entry === undefined ? row : { ...row, waiver: waiverOf(entry) };
  });
  const unknown = entries.filter(({ requirement }) => !REQUIREMENTS.some(({ id }) => matchesPattern(id, requirement)));
  const problems = entries.flatMap((entry) => {
    if (unknown.includes(entry)) return [problem(entry, 'no-such-requirement', 'no requirement has this id')];
    if (!here.includes(entry)) return [];
    if (!living.includes(entry)) return [problem(entry, 'expired', `expired on ${entry.expires}`)];
    return idle(
      entry,
      waived.filter((row) => names(entry, row)),
    );
  });
  return {
    rows: waived,
    problems: problems.map((one) => (file === undefined ? one : { file, ...one })),
    former: living.filter((entry) => rows.some((row) => names(entry, row) && isFormer(entry, row))),
    elsewhere: entries.filter(
      (entry) =>
        !here.includes(entry) &&
        entry.expires >= today &&
        waived.some((row) => row.waiver === undefined && names(entry, row) && accepts(entry, row)),
    ),
  };
}

/** An entry with its marks, and the marks of an earlier version. */
type Entry = WaiverEntry & { readonly marks: ReadonlySet<string> };

const marksIn = ({ signature }: WaiverEntry, former: FormerMarks): ReadonlySet<string> =>
  new Set(signature.split('-').flatMap((mark) => [mark, ...(former[mark] ?? [])]));

const names = ({ requirement, plan }: WaiverEntry, row: Row) =>
  matchesPattern(row.id, requirement) && (plan === undefined || plan === row.plan);

/** A signature has a mark for each violation (result/signature.ts): fewer than were accepted are not a new finding. */
const accepts = ({ marks }: Pick<Entry, 'marks'>, row: Row): boolean =>
  row.verdict === 'fail' && row.signature?.split('-').every((mark) => marks.has(mark)) === true;

const isFormer = (entry: Entry, row: Row): boolean =>
  accepts(entry, row) && !accepts({ marks: new Set(entry.signature.split('-')) }, row);

function waiverOf({ reason, owner, link, expires, line }: WaiverEntry): Waiver {
  return { reason, owner, ...(link === undefined ? {} : { link }), expires, line };
}

function problem({ line, requirement, owner }: WaiverEntry, flaw: WaiverFlaw, message: string): WaiverProblem {
  return { line, requirement, flaw, message: `${message} (owner: ${owner})` };
}

/** An entry that accepts nothing although its requirement was judged. */
function idle(entry: Entry, named: readonly (Row & { readonly waiver?: Waiver })[]): WaiverProblem[] {
  const failing = named.filter(({ verdict }) => verdict === 'fail');
  if (failing.some((row) => accepts(entry, row))) return [];
  // A finding that alternates between two forms has an entry for each.
  const others = failing.filter(({ waiver }) => waiver === undefined);
  if (others.length > 0) {
    const found = some(others.map(({ id, signature }) => `${id}: ${signature}`));
    return [
      problem(
        entry,
        'other-signature',
        `accepts ${entry.signature}, but the run found ${found}; if it is the same violation, and an earlier version wrote the entry, write it again with storecheck waive ${entry.requirement} RUN`,
      ),
    ];
  }
  const judged = named.filter(({ verdict }) => verdict === 'pass' || verdict === 'observed');
  if (failing.length > 0 || judged.length === 0 || named.some(({ verdict }) => verdict === 'inconclusive')) return [];
  return [problem(entry, 'unused', `${some(judged.map(resultOf))}, so this waiver is unused`)];
}

const resultOf = ({ id, verdict }: Row) => `${id} ${verdict === 'pass' ? 'passed' : 'is only observed'}`;

const some = (texts: readonly string[]) =>
  texts.length <= 3 ? texts.join(', ') : `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more`;
