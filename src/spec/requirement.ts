/** must: the specification states it. should: an RFC or good practice states it. observe: the specification leaves it open. */
export type Level = 'must' | 'should' | 'observe';

/** The level's word for people. */
export const levelWord = (level: Level): string => (level === 'observe' ? 'info' : level);

/** One row of the catalogue. `clause` is a heading of the specification, `quote` a sentence below it; `source` names the RFC, whose
 * objective it is, or how storecheck reads a sentence that leaves something open. */
export interface RequirementRow {
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  readonly clause: string;
  readonly quote: string;
  /** The rows of the table below the quote. */
  readonly rows?: readonly string[];
  readonly source?: string;
}
