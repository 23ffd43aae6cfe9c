export { exploredFaults, faults, limitFaults } from '../../tests/faults/index.ts';
export { legalVariants, limitVariants } from '../../tests/faults/variants/index.ts';
export type { Plan } from './customers.ts';
export type { Capacity, Latency } from './server/capacity.ts';
export type { Reference, ReferenceOptions } from './server/options.ts';
export { startReference } from './server/start.ts';
export type { Fault, Needs, Variant } from './variant.ts';
