import { plain } from '../text/inert.ts';
import type { Table } from './table.ts';

/** Formats a table as lines of text with aligned columns. */
export function alignedLines(table: Table): string[] {
  const cells = table.map((row) => row.map(plain));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}
