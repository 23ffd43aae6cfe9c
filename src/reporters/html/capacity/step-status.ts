import type { StepKind } from '../../../capacity/index.ts';
import type { Status } from '../../view/rows.ts';

/** The shape and colour of a step's judgement. */
export const STEP_STATUS = {
  within: 'passed',
  beyond: 'failed',
  open: 'unproven',
  invalid: 'left-out',
} as const satisfies Record<StepKind, Status>;
