export { resolveAgainst } from './build.ts';
export type { Budgets, Config, KeySource, Target } from './config.ts';
export { statedQuota } from './config.ts';
export { LONGEST_TEXT } from './document/parse.ts';
export { problemText } from './problem.ts';
export { type ReadConfig, readConfig } from './read.ts';
export { classOf, isOpen, TARGET_CLASSES, type TargetClass } from './target-class.ts';
