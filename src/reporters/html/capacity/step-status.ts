import type { StepKind } from '../../../capacity/index.ts';
import type { Status } from '../../../result/summary/status.ts';

/** The status of a step's verdict, for its shape and color. */
export const STEP_STATUS = {
  within: 'passed',
  beyond: 'failed',
  open: 'inconclusive',
  invalid: 'skipped',
} as const satisfies Record<StepKind, Status>;
