export type Random = () => number;

export { createRandom as randomFrom } from '../../../src/reference/random.ts';
