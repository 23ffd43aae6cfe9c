import { groupBy } from '../../../exchange/journal/group.ts';
import type { RequirementResult, Result, ResultFinding } from '../../../result/result.ts';

/** Maximum findings of one requirement; the rest is counted. */
export const FINDINGS = 20;
/** Maximum linked exchanges of one finding. */
export const LINKS = 20;

/** A finding about an exchange. */
export interface Naming {
  readonly row: RequirementResult;
  readonly finding: ResultFinding;
}

/** The findings about each exchange, by its number. */
export type Named = ReadonlyMap<number, readonly Naming[]>;

/** The shown findings of each requirement, and their linked exchanges. */
export function namedBy({ requirements }: Result): Named {
  const namings = requirements.flatMap((row) =>
    row.findings.slice(0, FINDINGS).flatMap((finding) => linked(finding).map((seq) => ({ seq, row, finding }))),
  );
  return groupBy(namings, ({ seq }) => seq);
}

/** The exchanges that a finding links to: the first, and the last, which shows it. */
export function linked({ exchanges }: ResultFinding): readonly number[] {
  const last = exchanges.at(-1);
  return exchanges.length <= LINKS || last === undefined ? exchanges : [...exchanges.slice(0, LINKS - 1), last];
}
