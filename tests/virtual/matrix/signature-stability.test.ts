import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeLimits } from '../../src/limiter/index.ts';
import { type Fault, faults } from '../../src/reference/index.ts';
import { signatureOf } from '../../src/result/signature.ts';
import { runAtOnce } from '../../src/run/at-once.ts';
import type { CheckRequest } from '../../src/run/prepare.ts';
import { runAgainst } from '../../src/run/self-test.ts';
import { FAULTS } from '../limiter/simulation/faults/index.ts';
import { historyOf, worlds } from '../limiter/simulation/history.ts';

/** Every so many faults: two runs of each. All of them with STORECHECK_EVERY=1. */
const EVERY = Number(process.env['STORECHECK_EVERY'] ?? 11);
const AT_ONCE = 8;

const never = new AbortController().signal;

/** Fault and requirement, with the signature. */
type Signed = ReadonlyMap<string, string>;

function reference(id: string): Fault {
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`no fault ${id}`);
  return fault;
}

/** The second run looks at a store with other animals, but where the fault needs a certain one. */
async function signed(fault: Fault, seed: number, change: Partial<CheckRequest> = {}): Promise<Signed> {
  const { verdicts } = await runAgainst([fault], { seed, ...fault.needs }, never, change);
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail');
  return new Map(failed.map(({ id, findings }) => [id, signatureOf(id, findings)]));
}

it('of a fault is the same in the next run, on another store; of another fault mostly another', async () => {
  const jobs = faults
    .filter((_fault, index) => index % EVERY === 0)
    .map((fault) => async () => {
      const [first, second] = [await signed(fault, 25), await signed(fault, 31)];
      return [...first].map(([requirement, one]) => {
        return { fault: fault.id, requirement, first: one, second: second.get(requirement) };
      });
    });
  const rows = (await runAtOnce(jobs, AT_ONCE, never)).flat();
  const unstable = rows.filter(({ first, second }) => first !== second);
  const distinct = new Set(rows.map(({ requirement, first }) => `${requirement} ${first}`)).size;
  console.log(
    `${rows.length} findings of faults: ${rows.length - unstable.length} signed alike twice, ${distinct} distinct`,
  );
  expect(rows.length).toBeGreaterThan(50);
  expect(unstable.length / rows.length, JSON.stringify(unstable, null, 1)).toBeLessThanOrEqual(0.05);
  expect(distinct / rows.length).toBeGreaterThan(0.75);
}, 280_000);

it.each([
  ['list.limit-honoured', 'limit-plus-one', 'limit-ignored'],
  ['auth.near-miss-key', 'key-case-ignored', 'any-key'],
  ['auth.bearer-only', 'basic-accepted', 'bare-key'],
  ['auth.www-authenticate', 'no-challenge-for-unknown-key', 'no-challenge'],
])('of %s tells %s from %s, which a waiver for the one does not accept', async (requirement, ...pair) => {
  const [one, other] = await Promise.all(
    pair.map(async (id) => (await signed(reference(id), 25)).get(requirement)?.split('-') ?? []),
  );
  expect(one).not.toHaveLength(0);
  expect(other?.every((mark) => one?.includes(mark))).toBe(false);
});

it.each([
  ['auth.www-authenticate', 'no-challenge'],
  ['list.limit-honoured', 'limit-ignored'],
  ['error.schema', 'error-without-code'],
  ['rate.headers-present', 'no-reset-header'],
  ['rate.remaining-in-range', 'remaining-above-limit'],
])('of %s names in a read-only run nothing that a writing run does not (%s)', async (requirement, id) => {
  const [writing, reading] = await Promise.all([
    signed(reference(id), 25),
    signed(reference(id), 25, { readOnly: true }),
  ]);
  const accepted = writing.get(requirement)?.split('-');
  const found = reading.get(requirement)?.split('-') ?? [];
  expect(found).not.toHaveLength(0);
  expect(accepted).toEqual(expect.arrayContaining(found));
});

/** Simulated, so that what two real experiments differ in (moments, delays, the server's clock) differs more than there. */
it('of a broken limiter is mostly the same though network and moments are others', () => {
  let pairs = 0;
  let alike = 0;
  fc.assert(
    fc.property(worlds, fc.constantFrom(...FAULTS), fc.integer(), (drawn, fault, seed) => {
      const kinds = fault.kinds ?? [drawn.kind];
      const world = {
        ...drawn,
        kind: kinds[0] ?? drawn.kind,
        lost: [],
        foreign: [],
        usedBefore: 0,
        jitter: 10,
        base: 20,
      };
      const [first, second] = [seed, seed + 1].map((one) => {
        const seeded = fault.world?.({ ...world, seed: one }) ?? { ...world, seed: one };
        const outcome = judgeLimits(historyOf(seeded, fault.service(seeded)).experiment).outcomes[fault.breaks];
        return outcome.kind === 'broken' ? signatureOf(fault.breaks, outcome.findings) : undefined;
      });
      if (first === undefined || second === undefined) return;
      pairs += 1;
      if (first === second) alike += 1;
    }),
    { numRuns: 600, seed: 1 },
  );
  console.log(`${pairs} pairs of experiments with the same broken limiter: ${alike} signed alike`);
  expect(pairs).toBeGreaterThan(200);
  expect(alike / pairs).toBeGreaterThanOrEqual(0.95);
}, 120_000);
