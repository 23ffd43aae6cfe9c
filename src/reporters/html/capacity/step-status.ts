import type { StepKind } from '../../../capacity/index.ts';
import type { Status } from '../../../result/summary/status.ts';

/** The shape and colour of a step's judgement. */
export const STEP_STATUS = {
  within: 'passed',
  beyond: 'failed',
  open: 'inconclusive',
  invalid: 'skipped',
} as const satisfies Record<StepKind, Status>;
