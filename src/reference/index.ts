export type { Plan } from './customers.ts';
export { faults } from './faults/index.ts';
export { limitFaults } from './faults/limit/index.ts';
export type { Reference, ReferenceOptions } from './options.ts';
export { startReference } from './start.ts';
export type { Fault, LegalVariant, Needs, Variant } from './variant.ts';
export { legalVariants } from './variants/index.ts';
export { limitVariants } from './variants/limit.ts';
