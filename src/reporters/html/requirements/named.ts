import { groupBy } from '../../../exchange/journal/group.ts';
import type { RequirementResult, Result, ResultFinding } from '../../../result/result.ts';

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

/** Of each requirement the findings that are shown, and the exchanges that they link to. */
export function namedBy({ requirements }: Result): Named {
  const namings = requirements.flatMap((row) =>
    row.findings.slice(0, FINDINGS).flatMap((finding) => linked(finding).map((seq) => ({ seq, row, finding }))),
  );
  return groupBy(namings, ({ seq }) => seq);
}

/** The exchanges that a finding links to: the first, and the last, which its curl line repeats. */
export function linked({ exchanges }: ResultFinding): readonly number[] {
  const last = exchanges.at(-1);
  return exchanges.length <= LINKS || last === undefined ? exchanges : [...exchanges.slice(0, LINKS - 1), last];
}
