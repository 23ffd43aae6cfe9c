import { COUNTING_FAULTS } from './counting.ts';
import type { Fault } from './fault.ts';
import { RESETTING_FAULTS } from './resetting.ts';
import { WAITING_FAULTS } from './waiting.ts';
import { WORDING_FAULTS } from './wording.ts';

export type { Fault } from './fault.ts';

export const FAULTS: readonly Fault[] = [...COUNTING_FAULTS, ...WAITING_FAULTS, ...RESETTING_FAULTS, ...WORDING_FAULTS];
