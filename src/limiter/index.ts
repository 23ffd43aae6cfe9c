export { fateOf } from './evidence/reading.ts';
export * from './experiment.ts';
export { judgeLimits } from './judge.ts';
export type { LimitNumbers } from './numbers.ts';
