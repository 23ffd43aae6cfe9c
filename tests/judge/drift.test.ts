import { describe, expect, it } from 'vitest';
import { drift, NO_OBSERVATIONS, observationsText, pin, pinnedFor } from '../../src/judge/gate/drift.ts';
import type { ObservedValue } from '../../src/rules/conclusion.ts';
import { golden, testAnswers } from '../support/golden.ts';

const row = (id: string, value: ObservedValue, plan = 'free') => ({ id, plan, value });
const kind = (name: string, evidence = 'x') => ({ class: name, evidence });

describe('drift is another value, but not other seconds, numbers, animals or lost responses', () =>
  testAnswers(golden('drift.txt'), (question) => {
    const [, id = '', pinned = '', seen = ''] = /^(\S+): (.*) then (.*)$/.exec(question) ?? [];
    const found = drift([row(id, JSON.parse(seen))], [{ id, plan: 'free', value: JSON.parse(pinned) }]);
    return found.length === 0 ? 'none' : JSON.stringify(found);
  }));

it('drift identifies limits by plan, and all others by id', () => {
  const pinned = [
    { id: 'limit.algorithm', plan: 'free', value: { class: 'sliding' } },
    { id: 'limit.algorithm', plan: 'pro', value: { class: 'fixed on the clock' } },
    { id: 'create.location', plan: 'free', value: false },
  ];
  const unpinned = row('list.order', 'oldest first');
  const seen = [row('limit.algorithm', kind('sliding'), 'pro'), row('create.location', true, 'pro'), unpinned];
  expect(drift(seen, pinned)).toEqual([
    { id: 'limit.algorithm', plan: 'pro', pinned: { class: 'fixed on the clock' }, seen: { class: 'sliding' } },
    { id: 'create.location', pinned: false, seen: true },
  ]);
});

it('pins the stable part of each value by target, sorted, and replaces what a later run saw again', () => {
  const run = (name: string, ...requirements: Parameters<typeof pin>[1]['requirements']) => ({
    target: { name },
    requirements,
  });
  const order = row('list.order', 'by id, descending');
  expect(pinnedFor(NO_OBSERVATIONS, 'constructor')).toBeUndefined();
  const first = pin(NO_OBSERVATIONS, run('staging', order, row('create.location', false)));
  const again = pin(first, run('staging', row('create.location', true, 'pro')));
  const seen = [
    row('limit.algorithm', kind('sliding'), 'pro'),
    row('limit.algorithm', kind('fixed on the clock')),
    row('limit.algorithm', kind('not determined'), 'business'),
    row('limit.rejects-count', { prolongsTheWait: false, movedBySeconds: 0.1 }),
    row('error.codes', { '404 unknown id': ['b'], '401 missing key': ['a'] }),
  ];
  const text = observationsText(pin(again, run('production', ...seen, { id: 'list.ok' })));
  expect(JSON.stringify(JSON.parse(text))).toMatchInlineSnapshot(
    `"{"schemaVersion":1,"targets":{"production":[{"id":"error.codes","value":{"401 missing key":["a"],"404 unknown id":["b"]}},{"id":"limit.algorithm","plan":"free","value":{"class":"fixed on the clock"}},{"id":"limit.algorithm","plan":"pro","value":{"class":"sliding"}},{"id":"limit.rejects-count","plan":"free","value":{"prolongsTheWait":false}}],"staging":[{"id":"create.location","value":true},{"id":"list.order","value":"newest first"}]}}"`,
  );
});
