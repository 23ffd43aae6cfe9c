import { describe, expect, it } from 'vitest';
import { drift, observations } from '../../src/judge/gate/drift.ts';
import type { ObservedValue } from '../../src/rules/outcome.ts';

const row = (id: string, value: ObservedValue, plan = 'free') => ({ id, plan, verdict: 'observed' as const, value });
const drifted = (id: string, pinned: ObservedValue, seen: ObservedValue) =>
  drift([row(id, seen)], [{ id, plan: 'free', value: pinned }]);

const kind = (name: string, evidence = 'x') => ({ class: name, evidence });
const refusals = (prolongsTheWait: boolean, movedBySeconds: number) => ({ prolongsTheWait, movedBySeconds });
const draws = (drawsOnTheKey: boolean, limit: number) => ({ drawsOnTheKey, limitsShown: [limit] });
const replacement = (path: string) => `<${path}>; rel="successor-version"`;

describe('drift', () => {
  it.each<[string, string, ObservedValue, ObservedValue]>([
    ['a text', 'list.status-unknown', 'ignored', 'refused (400)'],
    ['the order of a list', 'error.codes', ['a', 'b'], ['b', 'a']],
    ['what refusals do', 'limit.rejects-count', refusals(false, 0.1), refusals(true, 2)],
    ['the class of a limiter', 'limit.algorithm', kind('sliding'), kind('fixed on the clock')],
    ['a ban', 'limit.ban', { sent: 9, banned: false, status: null }, { sent: 9, banned: true, status: 403 }],
    ['what a 401 costs', 'rate.counts-unauthorized', draws(false, 60), draws(true, 60)],
    ['the successor', 'get.replacement', replacement('/v1/pets/7'), replacement('/v2/pets/7')],
  ])('is another %s', (_what, id, pinned, seen) => {
    expect(drifted(id, pinned, seen)).toHaveLength(1);
  });

  it.each<[string, string, ObservedValue, ObservedValue]>([
    ['fields in another order', 'get.invalid-id', { abc: 404, '1.5': 400 }, { '1.5': 400, abc: 404 }],
    ['an answer that was lost', 'get.invalid-id', { abc: 404, '1.5': 400 }, { abc: 404 }],
    ['a new condition', 'error.codes', { a: ['a'] }, { a: ['a'], b: ['b'] }],
    ['seconds measured', 'limit.rejects-count', refusals(false, 0.1), refusals(false, 1.7)],
    ['a class that could not be told this time', 'limit.algorithm', kind('sliding'), kind('not determined', 'y')],
    [
      'how often a banned key was tried',
      'limit.ban',
      { sent: 9, banned: true, status: 403, afterRefusals: 3 },
      { sent: 12, banned: true, status: 403, afterRefusals: 5 },
    ],
    ["another plan's numbers", 'rate.counts-unauthorized', draws(false, 60), draws(false, 300)],
    ['a read-only run, which sees ids alone', 'list.order', 'newest first', 'by id, descending'],
    ['another animal in a link', 'get.replacement', replacement('/v2/pets/7'), replacement('/v2/pets/12')],
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
    const seen = [row('limit.algorithm', kind('sliding'), 'pro'), row('create.location', true, 'pro')];
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
      row('limit.rejects-count', refusals(false, 0.1)),
      row('limit.algorithm', kind('not determined')),
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
