import { describe, expect, it } from 'vitest';
import { journalLine, type LoadRecord } from '../../src/exchange/index.ts';
import { traceIn } from '../journal.ts';
import { processOf, startOf } from '../judge/load-records.ts';

const text = (records: readonly LoadRecord[]) => records.map(journalLine).join('');
const free = processOf(['free#1'], 0);
const pro = processOf(['pro#1'], 10);
const renamed = (records: readonly LoadRecord[], run: string): LoadRecord[] =>
  JSON.parse(JSON.stringify(records).replaceAll('"run":"r1"', `"run":"${run}"`)) as LoadRecord[];

describe('journals of instances', () => {
  it('are merged with new exchange numbers and distinct instance names', () => {
    const { head, end, load } = traceIn(text(free), text(pro));
    const exchanges = [...(load?.exchanges() ?? [])];
    expect(exchanges.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...new Set(exchanges.map(({ instance }) => instance))]).toEqual(['free_1.1', '1/pro_1.1']);
    expect(head.limits?.plans.map(({ plan }) => plan)).toEqual(['free', 'pro']);
    expect(end?.reason).toBe('complete');
  });

  it('may be idle', () => {
    const { load } = traceIn(text(free), text([startOf(['free#1'], 5)]));
    expect(load?.sent).toBe(3);
    expect(load?.processes.map(({ lines }) => lines.exchanges())).toEqual([3, 0]);
  });

  it.each([
    ['two runs', [free, renamed(pro, 'r2')], /different runs \(r1, r2\): judge them separately/],
    [
      'two services',
      [free, [startOf(['pro#1'], 0, 'quota', { baseUrl: 'http://127.0.0.1:2/v1' })]],
      /different services \(http:\/\/127\.0\.0\.1:1\/v1, http:\/\/127\.0\.0\.1:2\/v1\)/,
    ],
    ['two keys of one label', [free, processOf(['free#1'], 10)], /two journals exhaust free#1/],
    ['the same journal twice', [free, free], /two journals exhaust free#1/],
    ['none', [], /no journals/],
  ])('are rejected if they are %s', (_name, journals, said) => {
    expect(() => traceIn(...journals.map(text))).toThrow(said);
  });
});
