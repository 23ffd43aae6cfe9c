import { knownIds } from '../store/index.ts';
import type { Situation } from './probe.ts';

/**
 * The digits of an id that no animal has: positive, far from what stores assign, different in each run. Its last 32 bits are those of an
 * animal that exists, so that a service which keeps only these shows that animal.
 */
export function absentId({ settings, exchanges }: Situation): string {
  const known = knownIds(exchanges);
  const end = BigInt.asUintN(32, BigInt(known[0] ?? '0'));
  let id = 2n ** 62n + BigInt(Number.parseInt(settings.tag, 16)) * 2n ** 32n + end;
  while (known.includes(String(id))) id += 2n ** 32n;
  return String(id);
}
