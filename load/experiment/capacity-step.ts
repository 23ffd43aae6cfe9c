import { turnOf } from '../../src/capacity/key-shares.ts';
import type { Sample, Share } from '../../src/exchange/records/capacity-record.ts';
import type { CapacityStep } from '../../src/exchange/records/load-config.ts';
import type { KeyLabel } from '../../src/exchange/records/types.ts';
import { type ExperimentRequest, LIST, validCreate } from './experiment-request.ts';

const OPERATIONS = ['list', 'get', 'create'] as const;

/** The operation of the request with this number. Without ids of animals, a list replaces each get. */
export function operationOf({ mix, first }: CapacityStep, n: number, ids: readonly string[]): Sample['op'] {
  const shares = OPERATIONS.map((operation) => ({ operation, share: mix[operation] })).filter(({ share }) => share > 0);
  const { operation } = turnOf(shares, first + n).part;
  return operation === 'get' && ids.length === 0 ? 'list' : operation;
}

export function requestFor(
  operation: Sample['op'],
  step: CapacityStep,
  n: number,
  ids: readonly string[],
): ExperimentRequest {
  const number = step.first + n;
  switch (operation) {
    case 'list':
      // The default page, as customers request it.
      return { ...LIST, path: '/pets' };
    case 'get':
      return { operation: 'getPet', method: 'GET', path: `/pets/${ids[number % ids.length] ?? ''}`, body: null };
    case 'create':
      return validCreate(`Storecheck ${step.tag} ${number}`, step.category);
  }
}

/** The ids of a page as text, because numbers would lose digits. */
export const idsIn = (page: string): string[] =>
  [...page.matchAll(/"id"\s*:\s*(-?\d{1,19})(?=\s*[,}])/g)].flatMap(([, digits]) => digits ?? []);

/** A time rounded to microseconds, for shorter lines. */
export const inMicroseconds = (time: number): number => Math.round(time * 1_000) / 1_000;

type SegmentOptions = Readonly<Partial<Record<'executionSegment' | 'executionSegmentSequence', string | null>>>;

/** The number of this k6 among the planned instances, from 1: `1/3:2/3` of `0,1/3,2/3,1` is 2. Throws if their number differs. */
export function instanceOf({ executionSegment, executionSegmentSequence }: SegmentOptions, planned: number): number {
  const bounds = executionSegmentSequence?.split(',') ?? [];
  const index = bounds.indexOf(executionSegment?.split(':')[0] ?? '');
  const [instance, of] = index === -1 ? [1, 1] : [index + 1, bounds.length - 1];
  if (of !== planned) throw new Error(`planned for ${planned} instances, but k6 has 1 of ${of} execution segments`);
  return instance;
}

/** The key of a request, by the number of the request within its instance. */
export function keyOf(number: number, instance: number, instances: number, shares: readonly Share[]): KeyLabel {
  const { part, before } = turnOf(shares, number);
  // Each instance has its own keys, equally many. If several sent with one key, each would be refused once before it stops.
  return `${part.plan}#${instance + (before % (part.keys / instances)) * instances}`;
}
