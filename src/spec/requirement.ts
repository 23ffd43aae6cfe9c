import { isPlanName } from './plans.ts';

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
  /** Rows of the table that the quote is from, or introduces; the first one has the names of the columns. */
  readonly rows?: readonly string[];
  readonly source?: string;
  /** Why no run judges it any more: its id stays listed, because waivers and earlier results name it. */
  readonly retired?: string;
}

/** The quote, or the rows of its table as words, each in quotation marks of its own: `Free (requests per minute: 60; …)`. Of a table of plans, only the row of this plan. */
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
