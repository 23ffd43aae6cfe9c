import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CREDENTIALS } from '../../src/exchange/authorization.ts';
import { filledIn, unknownKey } from '../../src/probes/credential.ts';
import { markedName, markedNumber } from '../../src/probes/make-probe.ts';
import { isNotSent } from '../../src/probes/probe.ts';
import { PROBES } from '../../suites/all-probes.ts';
import { answer, pet, SETTINGS, trace } from '../support/trace.ts';

const keys = fc.string({ unit: fc.constantFrom(...'abcdefABCDEF0123456789_-'), minLength: 8, maxLength: 40 });
it('the names of created animals are distinct, and short enough for a service that limits them', () => {
  const names = PROBES.filter(({ writes }) => writes).map(({ id }) => markedName(SETTINGS, id));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^Storecheck [a-z ]{1,29}$/.test(name))).toEqual([]);
});

it('every placeholder of a credential is filled', () => {
  const sent = Object.values(CREDENTIALS).map((one) => filledIn(one ?? '', 'sk_live_0123456789', () => 0.5));
  expect(sent.filter((value) => value.includes('{'))).toEqual([]);
  expect(new Set(sent).size).toBe(sent.length);
});

it('an unknown key has the form of the real one and is another', () => {
  const property = fc.property(keys, fc.double({ min: 0, max: 0.999, noNaN: true }), (key, random) => {
    const unknown = unknownKey(key, () => random);
    expect(unknown).not.toBe(key);
    fc.pre(!/[_-][^_-]{1,7}$/.test(key));
    const form = (text: string) => text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0');
    expect([form(key), `${form(key)}0`]).toContain(form(unknown));
  });
  fc.assert(property);
});

it.each([
  ['sk_live_0123456789abcdef', /^sk_live_\d{10}[a-f]{6}$/],
  ['key-pro-1', /^key-pro-\d{8}$/],
  [
    '3f2b8c1d-9e4a-4b6f-8a7c-0d1e2f3a4b5c',
    /^(?!3f2b8c1d)(?!.*(?:9e4a|4b6f|8a7c))[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  ],
])(
  'an unknown key keeps the prefix, lengthens a short end, and keeps nothing of a UUID but its form: %s',
  (key, form) => {
    expect(unknownKey(key, () => 0.5)).toMatch(form);
  },
);

const ids = PROBES.map(({ id }) => id);

it('the probes of the suites have ids of their own, and build only on those before them', () => {
  expect(new Set(ids).size).toBe(ids.length);
  for (const [index, { id, uses }] of PROBES.entries())
    for (const used of uses)
      expect([id, ids.indexOf(used)]).toEqual([id, expect.toSatisfy((at: number) => at >= 0 && at < index)]);
});

it('the probes of the suites that create stand apart by name and number', () => {
  const bodies = PROBES.flatMap((probe) => {
    const built = probe.build(trace({}));
    return isNotSent(built) || built.body === null || built.body === '' ? [] : [built.body];
  });
  expect(new Set(bodies).size).toBe(bodies.length);
  const numbers = PROBES.map(({ id }) => markedNumber(SETTINGS, id));
  expect(new Set(numbers).size).toBe(PROBES.length);
  expect(numbers.every((number) => number >= 1e9 && number < 2 ** 31)).toBe(true);
});

const own = { name: 'Storecheck abc get found', status: 'sold' };
const created = { ...answer('create.available', 201, pet(3)), at: 0 };
it.each<[string, object[], number]>([
  ['has the lowest id', [pet(10), pet(9)], 9],
  ['is a sold one if possible', [pet(8), pet(9, { status: 'sold' })], 9],
  ['is not one of storecheck', [pet(7, own), pet(8, { ...own, name: '1234567890' }), pet(9)], 9],
  ['is one of an earlier run if there is no other', [pet(7, own), pet(3, { name: 'animal 3' })], 7],
])('the listed animal that is read %s', (_, body, id) => {
  const run = trace({ exchanges: [created, answer('list.maximum', 200, body)] });
  const built = PROBES.find((probe) => probe.id === 'get.found')?.build(run);
  expect(built).toMatchObject({ path: `/pets/${id}` });
});
