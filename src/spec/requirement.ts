/** must: the document states it. should: an RFC or good practice states it. observe: the document leaves it open. */
export type Level = 'must' | 'should' | 'observe';

/**
 * One row of the catalogue: what a deployed service is judged by.
 * `clause` is the heading of the document, `quote` a sentence that stands there word by word
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
