// Judges the limit of 1,000,000 exchanges in a process of its own. With a small heap, it shows that they are never in memory together.
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { judgeExperiment } from '../src/limiter/judge-experiment.ts';
import { longRun } from './long-run.ts';

const EXCHANGES = 1_000_000;

const { plan, key, windowSeconds, perWindow, perDay, exchanges } = longRun(EXCHANGES);
const start = performance.now();
judgeExperiment({ plan, key, windowSeconds, perWindow, perDay, exchanges: exchanges(), complete: true });
process.stdout.write(String(performance.now() - start));
