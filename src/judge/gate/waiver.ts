import { matchesPattern } from '../../spec/pattern.ts';
import type { Level } from '../../spec/requirement.ts';
import { REQUIREMENTS } from '../../spec/requirements/catalogue.ts';
import type { Verdict } from '../verdict.ts';
import type { Waiver, WaiverProblem } from './gate-schema.ts';
import { type Identified, signatureOf } from './signature.ts';

/** An entry under `waivers:` of the configuration. */
export interface WaiverEntry extends Waiver {
  /** An id or a pattern. */
  readonly requirement: string;
  readonly plan?: string | undefined;
  readonly target?: string | undefined;
  readonly signature: string;
}

interface WaivableRow extends Pick<Verdict, 'level' | 'verdict'> {
  readonly id: string;
  readonly plan?: string | undefined;
  readonly signature?: string | undefined;
  readonly findings: readonly (Identified & { readonly message: string })[];
}

/** Accepts findings until the date of their waiver. Only failures can be accepted, not missing evidence. `today`: YYYY-MM-DD. */
export function applyWaivers<R extends WaivableRow>(
  rows: readonly R[],
  entries: readonly WaiverEntry[],
  { target, today, file = '' }: { readonly target: string; readonly today: string; readonly file?: string | undefined },
) {
  const here = entries.filter((entry) => entry.target === undefined || entry.target === target);
  const unexpired = here.filter(({ expires }) => expires >= today);
  const waived = rows.map((row): R & { readonly waiver?: Waiver } => {
    const entry = unexpired.find((candidate) => selects(candidate, row) && accepts(candidate, row));
    return entry === undefined ? row : { ...row, waiver: waiverOf(entry) };
  });
  const problems = entries.flatMap((entry) => {
    const known = REQUIREMENTS.filter(({ id }) => matchesPattern(id, entry.requirement));
    if (known.length === 0) return [problem(entry, 'no-such-requirement', 'no requirement has this id', [])];
    if (!here.includes(entry)) return [];
    const named = waived.filter((row) => selects(entry, row));
    if (unexpired.includes(entry)) return problemsOfUse(entry, named);
    return [problem(entry, 'expired', `expired on ${entry.expires}`, named.length > 0 ? named : known)];
  });
  return { rows: waived, problems: problems.map((one) => ({ file, ...one })) };
}

const selects = ({ requirement, plan }: WaiverEntry, row: WaivableRow) =>
  matchesPattern(row.id, requirement) && (plan === undefined || plan === row.plan);

/** Whether an entry accepts each part of a signature, one per violation (signature.ts). Only a failure has a signature. */
const accepts = ({ signature }: WaiverEntry, row: WaivableRow): boolean => {
  const accepted = signature.split('-');
  return row.signature?.split('-').every((part) => accepted.includes(part)) === true;
};

const waiverOf = ({ requirement, plan, target, signature, ...waiver }: WaiverEntry): Waiver => waiver;

/** The problem of an entry. Its level is `should` if all requirements in `about` have this level. */
function problem(
  { line, requirement, owner }: WaiverEntry,
  flaw: WaiverProblem['flaw'],
  message: string,
  about: readonly { readonly level: Level }[],
): WaiverProblem {
  const isOfWarning = about.length > 0 && about.every(({ level }) => level === 'should');
  const level = isOfWarning ? { level: 'should' as const } : {};
  return { line, requirement, flaw, ...level, message: `${message} (owner: ${owner})` };
}

/** The problem of an entry that accepts nothing although its requirement was judged; empty if it accepts something. */
function problemsOfUse(entry: WaiverEntry, named: readonly (WaivableRow & { readonly waiver?: Waiver })[]) {
  const failing = named.filter(({ verdict }) => verdict === 'fail');
  if (failing.some((row) => accepts(entry, row))) return [];
  // A finding that alternates between two forms has an entry for each.
  const others = failing.filter(({ waiver }) => waiver === undefined);
  if (others.length > 0) return [problem(entry, 'other-signature', mismatch(entry, others), others)];
  const judged = named.filter(({ verdict }) => verdict === 'pass' || verdict === 'observed');
  if (failing.length > 0 || judged.length === 0 || named.some(({ verdict }) => verdict === 'inconclusive')) return [];
  return [problem(entry, 'unused', `${firstThree(judged.map(resultOf))}, so this waiver is unused`, judged)];
}

function mismatch({ signature }: WaiverEntry, failing: readonly WaivableRow[]): string {
  const accepted = signature.split('-');
  const words = failing.flatMap((row) =>
    (row.signature?.split('-') ?? []).flatMap((part) =>
      accepted.includes(part) ? [] : [`${violationOf(part, row)} (${part})`],
    ),
  );
  return `does not accept ${firstThree(words)}`;
}

const violationOf = (part: string, { id, findings }: WaivableRow): string =>
  findings.find((finding) => signatureOf(id, [finding]) === part)?.message ?? id;

const resultOf = ({ id, verdict }: WaivableRow) => `${id} ${verdict === 'pass' ? 'passed' : 'is only observed'}`;

const firstThree = (texts: readonly string[]) =>
  texts.length <= 3 ? texts.join(', ') : `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more`;
