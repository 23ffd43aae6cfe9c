import { describe, expect, it } from 'vitest';
import { drift, observations } from '../../src/judge/gate/drift.ts';
import type { ObservedValue } from '../../src/rules/outcome.ts';

const row = (id: string, value: ObservedValue, plan = 'free') => ({ id, plan, verdict: 'observed' as const, value });
const drifted = (id: string, pinned: ObservedValue, seen: ObservedValue) =>
  drift([row(id, seen)], [{ id, plan: 'free', value: pinned }]);

describe('drift', () => {
  it.each<[string, string, ObservedValue, ObservedValue]>([
    ['a text', 'list.status-unknown', 'ignored', 'refused (400)'],
    ['a number', 'auth.unknown-path', 401, 404],
    ['a switch', 'create.location', false, true],
    ['a list', 'list.pagination', [], ['link']],
    ['the order of a list', 'error.codes', ['a', 'b'], ['b', 'a']],
    [
      'what refusals do',
      'limit.rejects-count',
      { prolongsTheWait: false, movedBySeconds: 0.1 },
      { prolongsTheWait: true, movedBySeconds: 2 },
    ],
    [
      'the class of a limiter',
      'limit.algorithm',
      { class: 'sliding', evidence: 'x' },
      { class: 'fixed on the clock', evidence: 'x' },
    ],
    ['a ban', 'limit.ban', { sent: 9, banned: false, status: null }, { sent: 9, banned: true, status: 403 }],
    [
      'what a 401 costs',
      'rate.counts-unauthorized',
      { drawsOnTheKey: false, limitsShown: [60] },
      { drawsOnTheKey: true, limitsShown: [60] },
    ],
    ['the order of lists', 'list.order', 'newest first', 'by id, ascending'],
    [
      'the successor',
      'get.replacement',
      '</v1/pets/7>; rel="successor-version"',
      '</v2/pets/7>; rel="successor-version"',
    ],
    ['whether there is one', 'get.replacement', 'none', '</v2/pets/7>; rel="successor-version"'],
  ])('is another %s', (_what, id, pinned, seen) => {
    expect(drifted(id, pinned, seen)).toHaveLength(1);
  });

  it.each<[string, string, ObservedValue, ObservedValue]>([
    ['nothing, where all is as it was', 'list.status-unknown', 'ignored', 'ignored'],
    ['fields in another order', 'get.invalid-id', { abc: 404, '1.5': 400 }, { '1.5': 400, abc: 404 }],
    ['an answer that was lost', 'get.invalid-id', { abc: 404, '1.5': 400 }, { abc: 404 }],
    [
      'a condition that came about for the first time',
      'error.codes',
      { '401 missing key': ['a'] },
      { '401 missing key': ['a'], '429 list.ok': ['b'] },
    ],
    [
      'seconds measured',
      'limit.rejects-count',
      { prolongsTheWait: false, movedBySeconds: 0.1 },
      { prolongsTheWait: false, movedBySeconds: 1.7 },
    ],
    [
      'other evidence for the same',
      'limit.algorithm',
      { class: 'sliding', evidence: 'after 0.3 s' },
      { class: 'sliding', evidence: 'after 0.4 s' },
    ],
    [
      'a class that could not be told this time',
      'limit.algorithm',
      { class: 'sliding', evidence: 'x' },
      { class: 'not determined', evidence: 'y' },
    ],
    [
      'a class that could not be told then',
      'limit.algorithm',
      { class: 'not determined', evidence: 'y' },
      { class: 'sliding', evidence: 'x' },
    ],
    [
      'how often a banned key was tried',
      'limit.ban',
      { sent: 9, banned: true, status: 403, afterRefusals: 3 },
      { sent: 12, banned: true, status: 403, afterRefusals: 5 },
    ],
    [
      "another plan's numbers",
      'rate.counts-unauthorized',
      { drawsOnTheKey: false, limitsShown: [60] },
      { drawsOnTheKey: false, limitsShown: [300] },
    ],
    ['a read-only run, which sees ids alone', 'list.order', 'newest first', 'by id, descending'],
    [
      'another animal in a link',
      'get.replacement',
      '</v2/pets/7>; rel="successor-version"',
      '</v2/pets/12>; rel="successor-version"',
    ],
    [
      'a store too small to tell',
      'list.limit-out-of-range',
      { '0': 'refused (400)', '101': 'clamped to 100' },
      { '0': 'refused (400)', '101': 'answered (default, clamped or unlimited: the store is too small to tell)' },
    ],
  ])('is not %s', (_what, id, pinned, seen) => {
    expect(drifted(id, pinned, seen)).toEqual([]);
  });

  it('shows of values with fields those that differ', () => {
    expect(drifted('get.invalid-id', { abc: 404, '1.5': 400 }, { abc: 200, '1.5': 400 })).toEqual([
      { id: 'get.invalid-id', pinned: { abc: 404 }, seen: { abc: 200 } },
    ]);
  });

  it('identifies limits by plan, and all others by id', () => {
    const pinned = [
      { id: 'limit.algorithm', plan: 'free', value: { class: 'sliding' } },
      { id: 'limit.algorithm', plan: 'pro', value: { class: 'fixed on the clock' } },
      { id: 'create.location', plan: 'free', value: false },
    ];
    const seen = [
      row('limit.algorithm', { class: 'sliding', evidence: 'x' }, 'pro'),
      row('create.location', true, 'pro'),
    ];
    expect(drift(seen, pinned)).toEqual([
      { id: 'limit.algorithm', plan: 'pro', pinned: { class: 'fixed on the clock' }, seen: { class: 'sliding' } },
      { id: 'create.location', pinned: false, seen: true },
    ]);
  });

  it('is not what was never pinned, nor what was not seen', () => {
    expect(drift([row('create.location', true)], [{ id: 'list.order', value: 'newest first' }])).toEqual([]);
    expect(
      drift([{ id: 'list.order', verdict: 'inconclusive' }], [{ id: 'list.order', value: 'newest first' }]),
    ).toEqual([]);
  });

  it('pins only stable parts', () => {
    const rows = [
      row('limit.rejects-count', { prolongsTheWait: false, movedBySeconds: 0.1 }),
      row('limit.algorithm', { class: 'not determined', evidence: 'x' }),
      row('list.order', 'by id, ascending'),
      { id: 'list.ok', verdict: 'pass' as const },
    ];
    expect(observations(rows)).toEqual([
      { id: 'limit.rejects-count', plan: 'free', value: { prolongsTheWait: false } },
      { id: 'list.order', value: 'oldest first' },
    ]);
    expect(drift(rows, observations(rows))).toEqual([]);
  });
});
