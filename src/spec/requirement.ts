/** must: the specification states it. should: an RFC or good practice states it. observe: the specification leaves it open. */
export type Level = 'must' | 'should' | 'observe';

/**
 * One row of the catalogue: what a deployed service is judged by.
 * `clause` is a heading of the specification, `quote` a sentence below it
 * (for `observe`: the sentence that leaves it open; for `should`: the nearest sentence, and `source` names the RFC).
 */
export interface RequirementRow {
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  readonly clause: string;
  readonly quote: string;
  readonly source?: string;
}
