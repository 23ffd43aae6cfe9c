import { describe, expect, it } from 'vitest';
import { remarks } from '../../src/reporters/view/limits.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import type { ObservedValue } from '../../src/rules/outcome.ts';
import { limits, result, row } from './results.ts';

const said = (given: ReturnType<typeof result>) => remarks(summaryOf(given));
const saw = (id: string, plan: string, value: ObservedValue) =>
  row({ id, plan, level: 'observe', verdict: 'observed', value });
const pushed = (kinds: Readonly<Record<string, string>>, requirements: ReturnType<typeof saw>[]) =>
  said(
    result({
      limits: Object.fromEntries(
        Object.entries(kinds).map(([plan, kind]) => [plan, limits({ algorithm: { class: kind } })]),
      ),
      requirements,
    }),
  );

describe('remarks on a limit', () => {
  it('is printed once for all its plans, with what shows it', () => {
    const kinds = { free: 'fixed from first request', pro: 'fixed on the clock', business: 'sliding' };
    const shown = { free: 'Reset stands still', pro: 'Reset stands still', business: 'Reset moved by 5 s' };
    const rows = Object.entries(kinds).map(([plan, kind]) =>
      saw('limit.algorithm', plan, { class: kind, evidence: shown[plan as keyof typeof shown] }),
    );
    expect(pushed(kinds, rows)).toEqual([
      'free, pro: the limiter counts in fixed windows: Reset stands still',
      'business: the limiter counts in a sliding window: Reset moved by 5 s',
    ]);
  });

  it('states if the algorithm is unknown', () => {
    const kinds = { free: 'not determined', pro: 'not determined' };
    const rows = Object.keys(kinds).map((plan) =>
      saw('limit.algorithm', plan, {
        class: 'not determined',
        windows: true,
        evidence: 'the burst took less than 3 s',
      }),
    );
    expect(pushed(kinds, rows)).toEqual([
      'free, pro: the limiter counts in fixed or sliding windows; this run cannot tell which, because the burst took less than 3 s',
    ]);
  });

  it('does not say when fixed windows start if the moments do not show it', () => {
    const value = {
      class: 'not determined',
      windows: 'fixed',
      evidence: 'whether they start on the clock is not known',
    };
    expect(pushed({ free: 'not determined' }, [saw('limit.algorithm', 'free', value)])).toEqual([
      'free: the limiter counts in fixed windows; whether they start on the clock is not known',
    ]);
  });

  it('states if nothing is known of the algorithm', () => {
    const value = { class: 'not determined', evidence: 'half a window later nothing was shown' };
    expect(pushed({ free: 'not determined' }, [saw('limit.algorithm', 'free', value)])).toEqual([
      'free: limiter algorithm not determined: half a window later nothing was shown',
    ]);
  });

  it.each([
    [true, ['free: a refused request extends the wait, so a client that keeps sending is never admitted again']],
    [false, []],
  ])('that refusals prolong the wait (%s)', (prolongsTheWait, sentences) => {
    expect(pushed({ free: 'sliding' }, [saw('limit.rejects-count', 'free', { prolongsTheWait })])).toEqual(sentences);
  });

  it.each([
    [[60], []],
    [[60, 1000], ['free: the headers also show a limit of 1,000; the plan has 60']],
  ])('that the headers said %j', (limitsSeen, sentences) => {
    expect(said(result({ limits: { free: limits({ limitsSeen }) } }))).toEqual(sentences);
  });
});
