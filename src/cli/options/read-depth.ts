import type { Io } from '../../io/io.ts';
import type { Problems } from '../console/problems.ts';
import type { Flags } from './options.ts';
import { wholeNumber } from './values.ts';

const DEPTHS = ['standard', 'thorough'];

/** The seed of the exploration, random by default; undefined at the depth `standard`. */
export function readSeed(
  { depth = 'standard', seed }: Pick<Flags, 'depth' | 'seed'>,
  random: Io['random'],
  problems: Problems,
): number | undefined {
  if (!DEPTHS.includes(depth)) problems.add(`--depth: ${JSON.stringify(depth)} is not one of ${DEPTHS.join(', ')}`);
  if (seed !== undefined && depth === 'standard') problems.add('--seed needs --depth thorough');
  if (depth !== 'thorough') return undefined;
  return seed === undefined ? Math.floor(random() * 1_000_000) : wholeNumber(seed, '--seed', problems, 0);
}
