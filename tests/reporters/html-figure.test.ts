import { describe, expect, it } from 'vitest';
import { isAnswered } from '../../src/exchange/exchange.ts';
import type { Exchange, HeaderLine } from '../../src/exchange/records/exchange-record.ts';
import { figureOf } from '../../src/reporters/html/figure/figure.ts';
import { type Point, seriesCollector } from '../../src/reporters/html/figure/series.ts';
import { visiblePoints } from '../../src/reporters/html/figure/visible.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { html } from './formats.ts';
import { excess, exchange, full, pushed } from './html-run.ts';
import { limits } from './results.ts';

/** The figure of what k6 sent, one experiment after the other. */
function figure(...experiments: readonly Iterable<Exchange>[]) {
  const series = seriesCollector();
  for (const experiment of experiments) for (const one of experiment) series.see(one);
  return figureOf('free', limits(), series.of('free'));
}

const one = [...pushed('free', 60, 60)];
const used = exchange(1, { recorder: 'k6', phase: 'calibrate', sent: exchange(-500).sent });
const paced = one
  .filter(({ phase }) => phase === 'calibrate' || phase === 'burst')
  .map((sent): Exchange => (sent.phase === 'burst' ? { ...sent, phase: 'sustain' } : sent));

describe('the figure of a plan', () => {
  it('has its points in seconds from the request that begins the window, its phases and its waits', () =>
    expectLines(
      goldenIn(import.meta.dirname)('figures.txt'),
      {
        'one attempt': figure(one),
        'a request one window after the burst, and one at Reset': figure(one, one.slice(-1)),
        'a key that was used before, and a second key': figure(
          [used],
          one.flatMap((sent) => [sent, { ...sent, key: 'free#2' as const, phase: 'second-key' }]),
        ),
        'the last of two attempts': figure(one, pushed('free', 60, 58)),
        'one attempt, with paced requests afterwards': figure(one, paced),
        'twenty thousand requests': figure(pushed('free', 20_000, 20_000)),
      },
      ({ points, burstEnd = 0, resets, phases, waits, before }) => {
        const [first] = points;
        const said = phases.map(
          ({ name, counts, remaining }) => `${name} ${counts.admitted} + ${counts.refused} (Remaining ${remaining})`,
        );
        const most = Math.max(...points.map(({ admitted }) => admitted));
        const drawn = `${points.length} points from ${first?.sent} s, at most ${most} admitted at a time`;
        const waited = waits.map(({ value, next }) => `${value} s, then ${next?.fate}`);
        return [
          `attempt ${before + 1}, ${drawn}, burst until ${burstEnd.toFixed(2)} s, Reset at ${resets} s`,
          said.join(', '),
          waited.join(', '),
        ].join(' / ');
      },
    ));

  it('says that a Reset beyond it ends the next window', () => {
    const later = ([name, value]: HeaderLine): HeaderLine => [
      name,
      name === 'X-RateLimit-Reset' ? String(Number(value) + 61) : value,
    ];
    const requests = one.map((sent, index) =>
      index === one.length - 1 && isAnswered(sent)
        ? { ...sent, received: { ...sent.received, headers: sent.received.headers.map(later) } }
        : sent,
    );
    expect(html({ result: full.result, exchanges: requests })).toContain('>60.0 s; next window: 121.0 s →<');
  });

  it.each([
    [undefined, true],
    [1, false],
  ])('of the second attempt is linked by a finding of attempt %s: %s', (attempt, isLinked) => {
    const findings = excess.findings.map((finding) => ({ ...finding, ...(attempt === undefined ? {} : { attempt }) }));
    const requirements = [{ ...excess, plan: 'free', findings }];
    const page = html({
      result: { ...full.result, requirements, limits: { free: limits() } },
      exchanges: [...pushed('free', 60, 60), ...pushed('free', 60, 58, 2_000)],
    });
    expect(page.includes('<a href="#plan-free"> · figure</a>')).toBe(isLinked);
    expect(page.includes('first attempt, requests ')).toBe(!isLinked);
  });

  it.each([
    ['nothing was refused', false, 'no refusal, so no Retry-After'],
    ['refusals had none', true, 'none that can be read was sent'],
  ])('says why it shows no Retry-After: %s', (_name, isRefused, words) => {
    const exchanges = one.map((sent) => ({
      ...sent,
      received: { ...sent.received, ...(isRefused ? {} : { status: 200 }), headers: [] },
    }));
    expect(html({ result: { ...full.result, limits: { free: limits() } }, exchanges })).toContain(words);
  });
});

describe('the figure of very many requests', () => {
  const point = (at: number, remaining: number): Point => ({
    ...{ sent: at, at, fate: 'admitted', remaining, admitted: 0, phase: 'burst' },
  });

  it('keeps the first, the last, the least and the most of each moment, which may begin without Remaining', () => {
    const { see, kept } = visiblePoints((at) => Math.floor(at * 800));
    for (let index = 0; index < 10_000; index += 1)
      see(point(index / 10_000, { 0: Number.NaN, 5003: -1, 5006: 99 }[index] ?? 50));
    const remaining = kept().map((one) => one.remaining);
    expect(remaining).toEqual(expect.arrayContaining([Number.NaN, -1, 99]));
    expect(kept().at(-1)?.at).toBe(0.9999);
    expect(kept().length).toBeLessThan(2_500);
  });
});
