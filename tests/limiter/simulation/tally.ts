import type { Outcome } from '../../../src/rules/outcome.ts';

/** Shares of outcomes, by row: for the table at the end of a run. */
export function tally() {
  const rows = new Map<string, Map<string, number>>();
  return {
    count: (row: string, kind: Outcome['kind'] | string) => {
      const counts = rows.get(row) ?? new Map<string, number>();
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      rows.set(row, counts);
    },
    table: (): string =>
      [...rows]
        .map(([row, counts]) => {
          const total = [...counts.values()].reduce((a, b) => a + b, 0);
          const shares = [...counts].sort().map(([kind, count]) => `${kind} ${((100 * count) / total).toFixed(1)} %`);
          return `${row.padEnd(44)} ${String(total).padStart(6)}  ${shares.join(', ')}`;
        })
        .join('\n'),
  };
}
