import { knownIds } from '../store/index.ts';
import type { Situation } from './probe.ts';

/** The digits of an id that no animal has: positive, far from what stores assign, different in each run. */
export function absentId({ settings, exchanges }: Situation): string {
  const known = new Set(knownIds(exchanges));
  let id = 4_611_686_018_427_387_904n + BigInt(Number.parseInt(settings.tag, 16)) * 104_729n;
  while (known.has(String(id))) id += 1n;
  return String(id);
}
