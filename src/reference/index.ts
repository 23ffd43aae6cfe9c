export type { Capacity } from './capacity.ts';
export type { Plan } from './customers.ts';
export { faults, limitFaults } from './faults/index.ts';
export type { Latency } from './latency.ts';
export type { Reference, ReferenceOptions } from './options.ts';
export { startReference } from './start.ts';
export type { Fault, LegalVariant, Needs, Variant } from './variant.ts';
export { legalVariants, limitVariants } from './variants/index.ts';
