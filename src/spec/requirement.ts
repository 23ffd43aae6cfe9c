import { isPlanName } from './plans.ts';

/** must: the specification states it, perhaps as `source` reads it. should: an RFC or good practice states it. observe: left open. */
export type Level = 'must' | 'should' | 'observe';

/** What keeps a run from passing: a violated must (always), a violated should, a changed open behaviour, a must that the run skipped. */
export const FAIL_ON = ['must', 'should', 'drift', 'skipped'] as const;
export type FailOn = (typeof FAIL_ON)[number];

export const levelWord = (level: Level): string => (level === 'observe' ? 'info' : level);

interface Basis {
  readonly clause: string;
  readonly quote: string;
  /** Rows of the table that the quote is from, or introduces; the first one has the names of the columns. */
  readonly rows?: readonly string[];
}

interface Details<Code extends string> {
  /** The RFC or good practice that demands it, whose objective it is, or how storecheck reads a sentence that leaves something open. */
  readonly source?: string;
  /** Patterns of the probes that may show it, which a run of this requirement alone sends; absent if every response does. */
  readonly stimuli?: readonly string[];
  /** Only creates show it, so it does not apply to a read-only run; nor do those whose id begins with `create.` (`needsCreates`). */
  readonly creates?: true;
  /** The code of the reason if nothing was judged (text/reasons). */
  readonly inconclusiveCode?: Code;
  /** The same for something that the specification does not demand: then the requirement does not apply. */
  readonly notApplicableCode?: Code;
  /** The option that it needs, and no other requirement does: `--second-key free=…`. */
  readonly option?: string;
  /** Parts that must all be judged before it passes. */
  readonly cells?: readonly string[];
  /** Why no run judges it any more: its id stays listed, because waivers and earlier results name it. */
  readonly retired?: string;
}

export interface RequirementRow<Id extends string = string, Code extends string = string> extends Basis, Details<Code> {
  readonly id: Id;
  readonly level: Level;
  readonly title: string;
}

/** A sentence of the specification below a heading, unchanged. */
export const under =
  (clause: string) =>
  (quote: string): Basis => ({ clause, quote });

const rowOf =
  (level: Level) =>
  <const Id extends string, const Code extends string = never>(
    id: Id,
    title: string,
    basis: Basis,
    details: Details<Code> = {},
  ): RequirementRow<Id, Code> => ({ id, level, title, ...basis, ...details });

export const must = rowOf('must');
export const should = rowOf('should');
export const observe = rowOf('observe');

/** The quote, or the rows of its table as words: `Free (requests per minute: 60; …)`. Of a table of plans, only the row of this plan. */
export function quoteFor({ quote, rows = [] }: RequirementRow, plan?: string): string {
  const [[, ...columns] = [], ...lines] = rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const isOther = ([first = '']: readonly string[]) => isPlanName(first.toLowerCase()) && first.toLowerCase() !== plan;
  const words = lines
    .filter((line) => !isOther(line))
    .map(
      ([name, ...cells]) =>
        `${name} (${cells.map((cell, index) => `${columns[index]?.toLowerCase()}: ${cell.replace(/\.$/, '')}`).join('; ')})`,
    );
  return words.length === 0 ? quote : words.join('” and “');
}
