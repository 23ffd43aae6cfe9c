// Judges a recorded run, then prints milliseconds, processor milliseconds, and exchanges per second of further judgements. Each reads the
// run again, so that nothing is remembered. Reading is not timed.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { readJournal } from '../src/exchange/journal/journal.ts';
import { judgeTrace } from '../src/verdicts/judge-run.ts';

const lines = readFileSync(process.argv[2] ?? '', 'utf8')
  .trimEnd()
  .split('\n');
const read = () => readJournal(lines);
const WARM_MS = 3_000;

function judged() {
  const trace = read();
  const [start, before] = [performance.now(), process.cpuUsage()];
  judgeTrace(trace);
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { milliseconds, cpu: (user + system) / 1_000, exchanges: trace.exchanges.length };
}

const first = judged();
const rates: number[] = [];
for (const until = performance.now() + WARM_MS; performance.now() < until; ) {
  const { milliseconds, exchanges } = judged();
  rates.push((exchanges * 1_000) / milliseconds);
}
const median = rates.sort((a, b) => a - b)[rates.length >> 1];
process.stdout.write(`${first.milliseconds} ${first.cpu} ${median}`);
