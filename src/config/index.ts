export type { Budgets, Config, Target } from './config.ts';
export { LONGEST_TEXT } from './document/scan.ts';
export { problemText } from './problem.ts';
export { statedQuota } from './quota.ts';
export { type ReadConfig, readConfig } from './read.ts';
export { resolveAgainst } from './resolve.ts';
export { TARGET_CLASSES } from './schema/target.ts';
export { classOf, isOpen, type TargetClass } from './target-class.ts';
