import type { Finding } from '../../rules/outcome.ts';
import type { Reading } from './reading.ts';

/** Milliseconds as seconds, for the arithmetic in findings. */
export const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(3)} s`;

/** A finding and the readings that show it, twenty at most; a reading that was not found is left out. */
export function finding(
  message: string,
  expected: string,
  actual: string,
  shown: readonly (Reading | undefined)[],
): Finding {
  const exchanges = shown.flatMap((reading) => (reading === undefined ? [] : [reading.seq]));
  return { message, expected, actual, exchanges: exchanges.slice(0, 20) };
}

/** A count with its noun. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
