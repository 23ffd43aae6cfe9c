export { fateOf } from './evidence/reading.ts';
export * from './experiment.ts';
export { judgeLimits, type LimitJudgement } from './judge.ts';
export type { LimitNumbers } from './numbers.ts';
