import type { RequirementResult, Result, ResultFinding } from '../../result/result.ts';

/** Findings of one requirement that are shown; the rest is counted. */
export const FINDINGS = 20;
/** Exchanges of one finding that are linked. */
export const LINKS = 20;

/** A finding, from the exchange's side. */
export interface Naming {
  readonly row: RequirementResult;
  readonly finding: ResultFinding;
}

/** Which findings name an exchange, by its number. */
export type Named = ReadonlyMap<number, readonly Naming[]>;

export function namedBy({ requirements }: Result): Named {
  const named = new Map<number, Naming[]>();
  for (const row of requirements)
    for (const finding of row.findings.slice(0, FINDINGS))
      for (const seq of linked(finding)) {
        const known = named.get(seq);
        if (known === undefined) named.set(seq, [{ row, finding }]);
        else known.push({ row, finding });
      }
  return named;
}

/** The exchanges that a finding links to: the first, and the last, which its curl line repeats. */
export function linked({ exchanges }: ResultFinding): readonly number[] {
  const last = exchanges.at(-1);
  return exchanges.length <= LINKS || last === undefined ? exchanges : [...exchanges.slice(0, LINKS - 1), last];
}
