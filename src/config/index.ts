export type {
  Activity,
  Budgets,
  Capacity,
  Config,
  FailOn,
  KeySource,
  Objectives,
  QuotaOverride,
  ReporterName,
  Target,
  TargetClass,
  Waiver,
} from './config.ts';
export { LONGEST_TEXT } from './document/scan.ts';
export { type ConfigProblem, problemText } from './problem.ts';
export { statedQuota } from './quota.ts';
export { type ReadConfig, readConfig } from './read.ts';
