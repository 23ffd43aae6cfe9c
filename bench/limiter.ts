// A million exchanges judged in a process of its own: run with a small heap (see bench/run.mjs), it shows that they are never in memory together.
import { performance } from 'node:perf_hooks';
import { judgeLimits, LIMIT_REQUIREMENTS } from '../src/limiter/index.ts';
import { history, PER_DAY, PER_WINDOW, WINDOW_SECONDS } from './million.ts';

const start = performance.now();
const { outcomes, numbers } = judgeLimits({
  plan: 'enterprise',
  key: 'enterprise#1',
  perWindow: PER_WINDOW,
  perDay: PER_DAY,
  windowSeconds: WINDOW_SECONDS,
  otherPlans: {},
  exchanges: history(),
  complete: true,
  refusalBudget: 8,
});
const seconds = (performance.now() - start) / 1_000;
const judged = Object.values(outcomes).filter(({ kind }) => kind !== 'undecided').length;
process.stdout.write(
  JSON.stringify({
    seconds,
    megabytes: process.resourceUsage().maxRSS / 1_024,
    note: `${numbers.sent} exchanges of one key, ${judged} of ${LIMIT_REQUIREMENTS.length} requirements decided`,
  }),
);
