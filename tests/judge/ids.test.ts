import { expect, it } from 'vitest';
import type { EndedTrace } from '../../src/exchange/trace.ts';
import { judgeTrace } from '../../src/judge/check.ts';
import { faults, legalVariants } from '../faults/index.ts';
import { runAgainst } from '../faults/matrix.ts';

/** Every 80th fault and variant. All of them with STORECHECK_EVERY=1. */
const EVERY = Number(process.env['STORECHECK_EVERY'] ?? 80);

const verdictsOf = (trace: EndedTrace) =>
  judgeTrace(trace).map(
    ({ id, verdict, findings }) =>
      `${id}: ${verdict} ${findings
        .map(({ code }) => code)
        .sort()
        .join()}`,
  );

it.each(
  [...faults, ...legalVariants].filter((_one, index) => index % EVERY === 0).map((one) => [one.id, one] as const),
)('no verdict on %s depends on the names of probes', async (_id, variant) => {
  const { trace } = await runAgainst([variant], variant.needs);
  // Names are labels for people: a signature may hold one, a verdict may not.
  const erased = { ...trace, exchanges: trace.exchanges.map((exchange) => ({ ...exchange, probe: 'x' })) };
  expect(verdictsOf(erased)).toEqual(verdictsOf(trace));
});
