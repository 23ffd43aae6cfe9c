export type Random = () => number;

export { random as randomFrom } from '../../../src/capacity/statistics.ts';
