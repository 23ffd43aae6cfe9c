export type { Plan } from './customers.ts';
export { exploredFaults, faults, limitFaults } from './faults/index.ts';
export type { Capacity, Latency } from './server/capacity.ts';
export type { Reference, ReferenceOptions } from './server/options.ts';
export { startReference } from './server/start.ts';
export type { Fault, Needs, Variant } from './variant.ts';
export { legalVariants, limitVariants } from './variants/index.ts';
