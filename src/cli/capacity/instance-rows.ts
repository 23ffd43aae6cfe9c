import { type CapacityPlan, keyNumber, ownHands } from '../../capacity/index.ts';
import type { Row } from '../preview/bill-text.ts';
import type { Instances } from './read-instances.ts';

/** The rows of a bill that say who offers the load; none where it is this machine alone. */
export function instanceRows({ of, segment, startAt, distributor }: Instances, { shares, steps }: CapacityPlan): Row[] {
  if (of === 1) return [];
  if (distributor !== undefined) return [['shared', `by ${of} instances (${distributor}); nothing is sent from here`]];
  if (startAt === undefined) return [];
  const keys = ownHands(shares, segment).map((own) => {
    const numbers = Array.from({ length: Math.min(own.keys, 3) }, (_, key) => `${own.plan}#${keyNumber(own, key)}`);
    return `${numbers.join(', ')}${own.keys > 3 ? ` … (${own.keys} of ${own.plan})` : ''}`;
  });
  const moments = steps.map((step) => new Date(step.startAt ?? 0).toISOString().slice(11, 19));
  return [
    [
      'shared',
      `instance ${segment.index + 1} of ${of}: it sends 1/${of} of each step, with keys of its own: ${keys.join('; ')}`,
    ],
    ['begins', `${moments.join(', ')} UTC, on every instance: their clocks must agree, and so must the id below`],
  ];
}
