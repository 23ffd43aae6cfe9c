// Judges a recorded run, and prints the milliseconds and those of the processor. Reading is not timed.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { judgeTrace } from '../src/judge/checks/judge-trace.ts';
import { readTrace } from '../src/run/read.ts';

const lines = readFileSync(process.argv[2] ?? '', 'utf8')
  .trimEnd()
  .split('\n');
const trace = readTrace([{ name: 'journal', lines }]);
const [start, before] = [performance.now(), process.cpuUsage()];
judgeTrace(trace);
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${performance.now() - start} ${(user + system) / 1_000}`);
