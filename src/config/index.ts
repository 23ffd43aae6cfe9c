export type { Budgets, Config, KeySource, Target } from './config.ts';
export { LONGEST_TEXT } from './document/parse.ts';
export { problemText } from './problem.ts';
export { statedQuota } from './quota.ts';
export { type ReadConfig, readConfig } from './read.ts';
export { resolveAgainst } from './resolve.ts';
export { classOf, isOpen, TARGET_CLASSES, type TargetClass } from './target-class.ts';
