import { expect, it } from 'vitest';
import { NO_OBSERVATIONS, observationsText, pin, pinnedFor, readObservations } from '../../src/result/observations.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import { result, row } from '../reporters/results.ts';

const seen = (id: string, value: NonNullable<RequirementResult['value']>, plan = 'free') =>
  row({ id, level: 'observe', verdict: 'observed', value, plan });
const run = (target: string, ...requirements: readonly RequirementResult[]) =>
  result({ requirements, target: { ...result().target, name: target } });
const first = pin(NO_OBSERVATIONS, run('staging', seen('list.order', 'newest first'), seen('create.location', false)));

it('pinned observations contain the stable values of each target, in one order', () => {
  const both = pin(
    first,
    run(
      'production',
      seen('limit.algorithm', { class: 'sliding', evidence: '0.3 s' }, 'pro'),
      seen('limit.algorithm', { class: 'fixed on the clock', evidence: 'x' }, 'free'),
      seen('error.codes', { '404 unknown id': ['b'], '401 missing key': ['a'] }),
      row(),
    ),
  );
  const text = observationsText(both);
  expect(readObservations(text)).toEqual(both);
  expect(JSON.stringify(JSON.parse(text))).toMatchInlineSnapshot(
    `"{"schemaVersion":1,"targets":{"production":[{"id":"error.codes","value":{"401 missing key":["a"],"404 unknown id":["b"]}},{"id":"limit.algorithm","plan":"free","value":{"class":"fixed on the clock"}},{"id":"limit.algorithm","plan":"pro","value":{"class":"sliding"}}],"staging":[{"id":"create.location","value":false},{"id":"list.order","value":"newest first"}]}}"`,
  );
});

it('pinned observations keep what a run could not see, and replace what it saw', () => {
  expect(pinnedFor(pin(first, run('staging', seen('create.location', true, 'pro'))), 'staging')).toEqual([
    { id: 'create.location', value: true },
    { id: 'list.order', value: 'newest first' },
  ]);
});

it('pinned observations of a target that was never pinned are absent, for any name', () => {
  const file = pin(NO_OBSERVATIONS, run('__proto__', seen('create.location', true)));
  expect(pinnedFor(readObservations(observationsText(file)), '__proto__')).toHaveLength(1);
  for (const name of ['constructor', 'toString', 'staging']) expect(pinnedFor(file, name)).toBeUndefined();
});

it.each<[string, string, RegExp]>([
  ['a list', '[]', /no pinned observations/],
  ['a result', JSON.stringify(result()), /no pinned observations/],
  ['a later version', '{"schemaVersion":2,"targets":{}}', /schemaVersion 2/],
])('pinned observations are not read from %s', (_what, text, words) => {
  expect(() => readObservations(text)).toThrow(words);
});
