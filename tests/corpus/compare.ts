/** Verdicts as texts, by requirement. */
export type Said = Readonly<Record<string, string>>;

/** A recorded trace: what was said of it when it was recorded, and what the judge says now. */
export interface Judged {
  readonly set: string;
  readonly case: string;
  readonly before: Said;
  readonly after: Said;
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
