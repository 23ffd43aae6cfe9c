import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { judgeTrace } from '../src/judge/checks/judge-trace.ts';
import { readTrace } from '../src/run/read.ts';

const journal = {
  name: 'journal',
  lines: readFileSync(process.argv[2] ?? '', 'utf8')
    .trimEnd()
    .split('\n'),
};
const TRACES = Number(process.argv[3] ?? 100);
const ROUNDS = TRACES === 100 ? 41 : 5;

/** Judges traces one after the other, each just read, so that nothing is remembered from the one before. Reading is not timed. */
function round(): { exchanges: number; seconds: number } {
  let exchanges = 0;
  let milliseconds = 0;
  for (let judged = 0; judged < TRACES; judged += 1) {
    const trace = readTrace([journal]);
    const start = performance.now();
    judgeTrace(trace);
    milliseconds += performance.now() - start;
    exchanges += trace.exchanges.length;
  }
  return { exchanges, seconds: milliseconds / 1000 };
}

const rounds = Array.from({ length: ROUNDS }, round);
const rates = rounds.map(({ exchanges, seconds }) => exchanges / seconds).sort((a, b) => a - b);
const exchanges = rounds.reduce((sum, one) => sum + one.exchanges, 0);
process.stdout.write(
  JSON.stringify({
    milliseconds: (rounds.reduce((sum, { seconds }) => sum + seconds, 0) * 1_000) / (ROUNDS * TRACES),
    perSecond: rates[Math.floor(rates.length / 2)],
    note: `${exchanges} exchanges of recorded check runs, every check, median of ${ROUNDS} rounds`,
  }),
);
