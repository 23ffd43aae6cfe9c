import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseJournal, type Trace } from '../src/exchange/index.ts';
import { judgeTrace } from '../src/run/check.ts';

/** Journal bodies are parsed anew in every round, as for a journal that was just read. */
const text = readFileSync(process.argv[2] ?? '', 'utf8');
const seconds = 4;
let exchanges = 0;
const traces: Trace[] = Array.from({ length: 400 }, () => parseJournal(text));
const start = performance.now();
for (const trace of traces) {
  judgeTrace(trace);
  exchanges += trace.exchanges.length;
  if (performance.now() - start > seconds * 1000) break;
}
const elapsed = (performance.now() - start) / 1000;
process.stdout.write(
  JSON.stringify({
    perSecond: exchanges / elapsed,
    note: `${exchanges} exchanges of recorded check runs, every check`,
  }),
);
