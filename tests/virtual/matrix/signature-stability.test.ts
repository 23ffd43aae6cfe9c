import { expect, it } from 'vitest';
import { signatureOf } from '../../../src/judge/gate/signature.ts';
import type { CheckRequest } from '../../../src/run/prepare.ts';
import { faults } from '../../faults/index.ts';
import { runAgainst } from '../../faults/matrix.ts';
import type { Variant } from '../../faults/table.ts';
import { variantNamed } from '../../faults/variant-named.ts';
import { world } from '../world.ts';

/** Every 60th fault runs twice. All of them with STORECHECK_EVERY=1. */
const EVERY = Number(process.env['STORECHECK_EVERY'] ?? 60);

const never = new AbortController().signal;

/** The signature of each requirement that failed. */
type Signed = ReadonlyMap<string, string>;

/** `seed` is the number of animals in the store, unless the fault needs another. */
async function signed(fault: Variant, seed: number, change: Partial<CheckRequest> = {}): Promise<Signed> {
  const { verdicts } = await runAgainst([fault], { seed, ...fault.needs }, world(), never, change);
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail');
  return new Map(failed.map(({ id, findings }) => [id, signatureOf(id, findings)]));
}

it('a fault has the same signature on another store, and mostly another one than other faults', async () => {
  const rows: { fault: string; requirement: string; first: string; second: string | undefined }[] = [];
  for (const fault of faults.filter((_fault, index) => index % EVERY === 0)) {
    const [first, second] = [await signed(fault, 25), await signed(fault, 31)];
    for (const [requirement, one] of first)
      rows.push({ fault: fault.id, requirement, first: one, second: second.get(requirement) });
  }
  const unstable = rows.filter(({ first, second }) => first !== second);
  const distinct = new Set(rows.map(({ requirement, first }) => `${requirement} ${first}`)).size;
  expect(rows.length).toBeGreaterThan(5);
  expect(unstable.length / rows.length, JSON.stringify(unstable, null, 1)).toBeLessThanOrEqual(0.05);
  expect(distinct / rows.length).toBeGreaterThan(0.75);
});

it.each([
  ['list.limit-honoured', 'limit-plus-one', 'limit-ignored'],
  ['auth.bearer-only', 'basic-accepted', 'bare-key'],
])('a waiver for %s on %s does not accept %s', async (requirement, ...pair) => {
  const marks = async (id = '') => (await signed(variantNamed(id), 25)).get(requirement)?.split('-') ?? [];
  const [one, other] = [await marks(pair[0]), await marks(pair[1])];
  expect(one).not.toHaveLength(0);
  expect(other.every((mark) => one.includes(mark))).toBe(false);
});

it.each([
  ['auth.www-authenticate', 'no-challenge'],
  ['rate.remaining-in-range', 'remaining-above-limit'],
])('a waiver for %s in a writing run accepts a read-only run (%s)', async (requirement, id) => {
  const writing = await signed(variantNamed(id), 25);
  const reading = await signed(variantNamed(id), 25, { readOnly: true });
  const accepted = writing.get(requirement)?.split('-');
  const found = reading.get(requirement)?.split('-') ?? [];
  expect(found).not.toHaveLength(0);
  expect(accepted).toEqual(expect.arrayContaining(found));
});
