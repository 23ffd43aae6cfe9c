import { expect, it } from 'vitest';
import { signatureOf } from '../../../src/judge/gate/signature.ts';
import type { RequirementId } from '../../../src/spec/requirements/catalogue.ts';
import { variantNamed } from '../../faults/index.ts';
import { runAgainst } from '../../matrix/check-matrix.ts';

/** The parts in the signature of a requirement that a fault violates. */
async function marksOf(requirement: RequirementId, fault: string, seed: number, readOnly = false) {
  const { verdicts } = await runAgainst([variantNamed(fault)], { seed }, { readOnly });
  const failed = verdicts.find(({ id, verdict }) => id === requirement && verdict === 'fail');
  return failed === undefined ? [] : signatureOf(requirement, failed.findings).split('-');
}

it.each<[RequirementId, string, string, boolean, boolean]>([
  ['list.limit-honoured', 'limit-plus-one', 'limit-ignored', false, false],
  ['list.limit-honoured', 'limit-plus-one', 'limit-plus-one', false, true],
  ['auth.bearer-only', 'basic-accepted', 'bare-key', false, false],
  ['auth.www-authenticate', 'no-challenge', 'no-challenge', true, true],
  ['rate.remaining-in-range', 'remaining-above-limit', 'remaining-above-limit', true, true],
])('a waiver for %s on %s accepts %s on another store (read-only: %s): %s', async (requirement, ...row) => {
  const [fault, another, readOnly, isAccepted] = row;
  const accepted = await marksOf(requirement, fault, 25);
  const found = await marksOf(requirement, another, 31, readOnly);
  expect(found).not.toEqual([]);
  expect(found.every((part) => accepted.includes(part))).toBe(isAccepted);
});
