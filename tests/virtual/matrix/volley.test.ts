import { expect, it } from 'vitest';
import type { PlanName } from '../../../src/spec/plans.ts';
import { runAgainst } from '../../faults/matrix.ts';
import type { Variant } from '../../faults/table.ts';
import { variantNamed } from '../../faults/variant-named.ts';
import { world } from '../world.ts';

const RULES = ['rate.remaining-counts-down', 'rate.counts-every-operation'];
/** So far away that a bucket of 1000/min is full again between two requests. */
const farAway: Variant = {
  id: 'far-away',
  title: 'Takes 70 ms for every answer',
  apply: (base) => ({
    ...base,
    deliver: (answer, request, wire) => base.later(70, () => base.deliver(answer, request, wire)),
  }),
};

it.each<[string, readonly Variant[], PlanName]>([
  ['a bucket that is full again before each request', [variantNamed('window-token-bucket'), farAway], 'business'],
  ['windows of the clock, at the end of one', [variantNamed('end-of-a-minute')], 'free'],
])('%s: simultaneous requests show that each counts, and none is refused', async (_name, variants, plan) => {
  const { trace, verdicts } = await runAgainst(variants, undefined, world(), new AbortController().signal, { plan });
  expect(verdicts.filter(({ id }) => RULES.includes(id)).map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['pass', undefined],
    ['pass', undefined],
  ]);
  const refused = trace.exchanges.filter(({ received }) => 'status' in received && received.status === 429);
  expect(refused).toEqual([]);
  expect(trace.exchanges.length).toBeLessThanOrEqual(80 + 20);
});
