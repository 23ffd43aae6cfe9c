export {
  type Budgets,
  type Config,
  type KeySource,
  knownTarget,
  type QuotaOverride,
  resolveAgainst,
  statedQuota,
  type Target,
} from './config.ts';
export { DEFAULTS } from './defaults.ts';
export { type ReadConfig, readConfig } from './read.ts';
export { addressOf, classOf, isOpen, TARGET_CLASSES, type TargetClass } from './target-class.ts';
