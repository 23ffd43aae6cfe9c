import type { Fault } from '../variant.ts';
import { authFaults } from './auth/index.ts';
import { createFaults } from './create/index.ts';
import { errorFaults } from './error/index.ts';
import { getFaults } from './get/index.ts';
import { listFaults } from './list/index.ts';
import { mediaFaults } from './media/index.ts';
import { rateFaults } from './rate/index.ts';
import { refusalsFaults } from './refusals/index.ts';
import { robustFaults } from './robust/index.ts';

export const faults: readonly Fault[] = [
  ...authFaults,
  ...listFaults,
  ...createFaults,
  ...refusalsFaults,
  ...getFaults,
  ...errorFaults,
  ...mediaFaults,
  ...robustFaults,
  ...rateFaults,
];
