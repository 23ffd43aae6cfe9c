/** Verdicts as texts, by requirement. */
export type Said = Readonly<Record<string, string>>;

/** A recorded trace: what was said of it when it was recorded, and what the judge says now. */
export interface Judged {
  readonly set: string;
  readonly case: string;
  readonly kind: string;
  readonly breaks: readonly string[];
  readonly follows: readonly string[];
  readonly before: Said;
  readonly after: Said;
  readonly musts: readonly string[];
}

/** A verdict that differs. `absent`: the requirement is not judged. */
export interface Change {
  readonly set: string;
  readonly case: string;
  readonly requirement: string;
  readonly before: string;
  readonly after: string;
}

/** Changes that were read and are intended. A text with `*` is a pattern; without a member, any value matches. */
export interface Accepted {
  readonly why: string;
  /** How many changes it covers: a pattern cannot hide one more. */
  readonly rows: number;
  readonly set?: string;
  readonly case?: string;
  readonly requirement?: string;
  readonly before?: string;
  readonly after?: string;
}

export function changesOf(judged: readonly Judged[]): Change[] {
  return judged.flatMap(({ set, case: name, before, after }) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((requirement) => {
      const [was = 'absent', is = 'absent'] = [before[requirement], after[requirement]];
      return was === is ? [] : [{ set, case: name, requirement, before: was, after: is }];
    }),
  );
}

/** The changes that no entry accepts, and what is wrong with the entries. The first entry that matches a change takes it. */
export function reviewed(changes: readonly Change[], accepted: readonly Accepted[]) {
  const taken = new Map<Accepted, number>();
  const open = changes.filter((change) => {
    const entry = accepted.find((one) => covers(one, change));
    if (entry !== undefined) taken.set(entry, (taken.get(entry) ?? 0) + 1);
    return entry === undefined;
  });
  const problems = accepted.flatMap((entry) => {
    const rows = taken.get(entry) ?? 0;
    return rows === entry.rows ? [] : [`${rows} rows instead of ${entry.rows}: ${entry.why}`];
  });
  return { open, problems };
}

const FIELDS = ['set', 'case', 'requirement', 'before', 'after'] as const;

const covers = (entry: Accepted, change: Change): boolean =>
  FIELDS.every((field) => {
    const pattern = entry[field];
    return pattern === undefined || matches(pattern, change[field]);
  });

function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/** How well the judge does on a set, whatever was said before. */
export interface Score {
  readonly set: string;
  readonly faults: number;
  /** Faults of which every requirement that they break fails. */
  readonly found: number;
  /** Found, and nothing else fails than what follows. */
  readonly exact: number;
  readonly legal: number;
  /** Legal variants with a failed must. */
  readonly failed: number;
  /** Inconclusive musts of legal variants, and all their musts. */
  readonly open: number;
  readonly musts: number;
}

export function scoresOf(judged: readonly Judged[]): Score[] {
  return [...new Set(judged.map(({ set }) => set))].toSorted().map((set) => {
    const rows = judged.filter((row) => row.set === set);
    const faults = rows.filter(({ breaks }) => breaks.length > 0);
    const legal = rows.filter(({ kind }) => kind === 'legal');
    const says =
      ({ after }: Judged, verdict: string) =>
      (id: string) =>
        after[id]?.split(':')[0] === verdict;
    const isFound = (row: Judged) => row.breaks.every(says(row, 'fail'));
    const isExact = (row: Judged) =>
      Object.keys(row.after)
        .filter(says(row, 'fail'))
        .every((id) => row.breaks.includes(id) || row.follows.includes(id));
    const ofMusts = (verdict: string) => legal.flatMap((row) => row.musts.filter(says(row, verdict)));
    return {
      set,
      faults: faults.length,
      found: faults.filter(isFound).length,
      exact: faults.filter((row) => isFound(row) && isExact(row)).length,
      legal: legal.length,
      failed: legal.filter((row) => row.musts.some(says(row, 'fail'))).length,
      open: ofMusts('inconclusive').length,
      musts: legal.flatMap(({ musts }) => musts).length,
    };
  });
}
