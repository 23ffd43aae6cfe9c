import { expect, it } from 'vitest';
import { type LegalVariant, legalVariants } from '../../src/reference/index.ts';
import { runAgainst } from '../../src/run/self-test.ts';
import type { PlanName } from '../../src/spec/plans.ts';

const RULES = ['rate.remaining-counts-down', 'rate.counts-every-operation'];
const named = (id: string) => legalVariants.filter((variant) => variant.id === id);
/** As far away as a bucket of a thousand a minute needs to be full again between two requests. */
const farAway: LegalVariant = {
  id: 'far-away',
  title: 'Takes 70 ms for every answer',
  apply: (base) => ({
    ...base,
    deliver: (answer, request, wire) => {
      setTimeout(() => base.deliver(answer, request, wire), 70);
    },
  }),
};

it.each<[string, readonly LegalVariant[], PlanName]>([
  ['a bucket that is full again before each request', [...named('window-token-bucket'), farAway], 'business'],
  ['windows of the clock, at the end of one', named('end-of-a-minute'), 'free'],
])(
  '%s: requests at the same time show that each counts, and none is refused',
  async (_name, variants, plan) => {
    const { trace, verdicts } = await runAgainst(variants, undefined, new AbortController().signal, { plan });
    expect(verdicts.filter(({ id }) => RULES.includes(id)).map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['pass', undefined],
      ['pass', undefined],
    ]);
    const refused = trace.exchanges.filter(({ received }) => 'status' in received && received.status === 429);
    expect(refused).toEqual([]);
    expect(trace.exchanges.length).toBeLessThanOrEqual(60 + 20);
  },
  60_000,
);
