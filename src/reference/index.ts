export type { Plan } from './customers.ts';
export { checkFaults, limitFaults } from './faults.ts';
export type { Capacity, Latency } from './server/capacity.ts';
export type { Reference, ReferenceOptions } from './server/options.ts';
export { startReference } from './server/start.ts';
export type { Fault } from './variant.ts';
