import { expect, it } from 'vitest';
import { signatureOf } from '../../../src/judge/gate/waiver.ts';
import { faults, variantNamed } from '../../faults/index.ts';
import { runAgainst } from '../../faults/matrix.ts';
import type { Fault } from '../../faults/table.ts';

/** Every 120th fault runs twice. All of them with STORECHECK_EVERY=1. */
const EVERY = Number(process.env['STORECHECK_EVERY'] ?? 120);

/** The signature of each requirement that failed. `seed`: the number of animals in the store, unless the fault needs another. */
async function signed(fault: Pick<Fault, 'id'>, seed = 25, readOnly = false): Promise<ReadonlyMap<string, string>> {
  const variant = variantNamed(fault.id);
  const { verdicts } = await runAgainst([variant], { seed, ...variant.needs }, { readOnly });
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail');
  return new Map(failed.map(({ id, findings }) => [id, signatureOf(id, findings)]));
}

it('a fault has the same signature on another store, and mostly another one than other faults', async () => {
  const rows: { fault: string; requirement: string; first: string; second: string | undefined }[] = [];
  for (const fault of faults.filter((_fault, index) => index % EVERY === 0)) {
    const [signatures, others] = [await signed(fault), await signed(fault, 31)];
    for (const [requirement, first] of signatures)
      rows.push({ fault: fault.id, requirement, first, second: others.get(requirement) });
  }
  const unstable = rows.filter(({ first, second }) => first !== second);
  const distinct = new Set(rows.map(({ requirement, first }) => `${requirement} ${first}`)).size;
  expect(rows.length).toBeGreaterThan(5);
  expect(unstable.length / rows.length, JSON.stringify(unstable, null, 1)).toBeLessThanOrEqual(0.05);
  expect(distinct / rows.length).toBeGreaterThan(0.75);
});

it.each([
  ['list.limit-honoured', 'limit-plus-one', 'limit-ignored', false, false],
  ['auth.bearer-only', 'basic-accepted', 'bare-key', false, false],
  ['auth.www-authenticate', 'no-challenge', 'no-challenge', true, true],
  ['rate.remaining-in-range', 'remaining-above-limit', 'remaining-above-limit', true, true],
])('a waiver for %s on %s in a writing run accepts %s (read-only: %s): %s', async (requirement, ...row) => {
  const [id, another, readOnly, isAccepted] = row;
  const accepted = (await signed({ id })).get(requirement)?.split('-') ?? [];
  const found = (await signed({ id: another }, 25, readOnly)).get(requirement)?.split('-') ?? [];
  expect(found).not.toEqual([]);
  expect(found.every((mark) => accepted.includes(mark))).toBe(isAccepted);
});
