import { describe, expect, it } from 'vitest';
import { drift, observations } from '../../src/judge/gate/drift.ts';
import type { ObservedValue } from '../../src/rules/outcome.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

const row = (id: string, value: ObservedValue, plan = 'free') => ({ id, plan, value });
const kind = (name: string, evidence = 'x') => ({ class: name, evidence });
const refusals = (prolongsTheWait: boolean, movedBySeconds: number) => ({ prolongsTheWait, movedBySeconds });

describe('drift', () => {
  it('is another value, but not other seconds, numbers, animals or lost answers', () =>
    expectAnswers(goldenIn(import.meta.dirname)('drift.txt'), (question) => {
      const [, id = '', pinned = '', seen = ''] = /^(\S+): (.*) then (.*)$/.exec(question) ?? [];
      const found = drift([row(id, JSON.parse(seen))], [{ id, plan: 'free', value: JSON.parse(pinned) }]);
      return found.length === 0 ? 'none' : JSON.stringify(found);
    }));

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
    expect(drift([{ id: 'list.order' }], [{ id: 'list.order', value: 'newest first' }])).toEqual([]);
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
