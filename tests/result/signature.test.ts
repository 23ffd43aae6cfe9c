import { expect, it } from 'vitest';
import { signatureOf } from '../../src/judge/gate/waiver.ts';
import { found } from '../../src/rules/outcome.ts';

const values = { operation: 'getPet', status: 403, wanted: 401, probe: 'auth.none.get', flaw: '' };
const refusal = (change: object = {}) => found('wrong-refusal', { request: 'GET /pets/25', ...values, ...change });
const sign = (...changes: object[]) => signatureOf('list.ok', changes.map(refusal));

it('a signature depends on the requirement, the code and what distinguishes the violation, and on nothing else', () => {
  for (const change of [{ status: 500 }, { operation: 'createPet' }, { probe: 'auth.near-miss.get' }])
    expect(sign(change)).not.toBe(sign({}));
  expect(signatureOf('auth.query-key', [refusal()])).not.toBe(sign({}));
  expect(sign({ request: 'GET /pets/9007199254740993' })).toBe(sign({}));
  const reworded = { message: 'reworded', expected: 'reworded', actual: 'reworded' };
  expect(signatureOf('list.ok', [{ ...refusal(), ...reworded }])).toBe(sign({}));
});

it('a signature has a mark for each violation, whatever their order and repeats', () => {
  const [a, b] = [{ status: 404 }, { status: 500 }];
  expect(sign(a, b, a)).toBe(sign(b, a));
  expect(sign(a, b).split('-')).toEqual([sign(a), sign(b)].toSorted());
});

it('a signature has a fixed value of digits that YAML reads as text, because waivers store it', () => {
  for (let status = 0; status < 500; status += 1) expect(sign({ status })).toMatch(/^[a-f][\da-f]{5}$/);
  expect(sign({})).toBe('c7e57d');
});
