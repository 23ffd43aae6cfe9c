import type { Result } from '../../result/result.ts';
import { paintFor, widthFor } from '../console.ts';
import type { Reporting } from '../read-reporting.ts';
import { report } from '../report.ts';
import { capacityAnswer, capacityTable } from './table.ts';

/** The steps and the answer, and then what every run reports. Where another format has stdout for itself, they go to stderr. */
export function showCapacity(result: Result, reporting: Reporting, folder: string, keep: boolean): void {
  const stream = reporting.reporters.every(({ name }) => name === 'terminal') ? process.stdout : process.stderr;
  const { capacity } = result;
  if (!reporting.quiet && capacity !== undefined) {
    const paint = paintFor(reporting.color, process.env, stream.isTTY);
    stream.write(`\n${capacityTable(capacity)}\n${capacityAnswer(capacity, paint, widthFor(stream.columns))}\n`);
  }
  report({ result, exchanges: [], waits: [], folder }, reporting, keep);
}
