import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Exchange, type HeaderLine, isAnswered } from '../../src/exchange/index.ts';
import { figureOf, trailing } from '../../src/reporters/html/figure/figure.ts';
import { type Point, seriesCollector } from '../../src/reporters/html/figure/series.ts';
import { visiblePoints } from '../../src/reporters/html/figure/visible.ts';
import { html } from './formats.ts';
import { excess, exchange, full, pushed } from './html-run.ts';
import { limits } from './results.ts';

/** The figure of what k6 sent, one experiment after the other. */
function figure(...experiments: readonly Iterable<Exchange>[]) {
  const series = seriesCollector();
  for (const experiment of experiments) for (const one of experiment) series.see(one);
  return figureOf('free', limits(), series.of('free'));
}
const drawn = (perWindow: number, admitted: number) => figure(pushed('free', perWindow, admitted));

describe('the figure of a plan', () => {
  it('counts in seconds from the request that begins the window', () => {
    const { points, burstEnd, resets } = drawn(60, 60);
    expect(points[0]).toMatchObject({ sent: 0, at: 0.008, fate: 'admitted', remaining: 59, admitted: 1 });
    expect(burstEnd).toBeCloseTo(0.94);
    expect(resets).toEqual([60]);
    expect(Math.max(...points.map(({ admitted }) => admitted))).toBe(60);
  });

  it('shows Retry-After and the result of the next request', () => {
    // Refused at 30.008 s with 58 s to wait; asked at 60.5 s, before the wait was over, and after the first one's.
    const { waits } = drawn(60, 60);
    expect(waits.map(({ value, next }) => [value, next?.fate])).toEqual([
      ['58', 'admitted'],
      ['58', undefined],
    ]);
  });

  it('says that a Reset beyond it ends the next window', () => {
    const later = ([name, value]: HeaderLine): HeaderLine => [
      name,
      name === 'X-RateLimit-Reset' ? String(Number(value) + 61) : value,
    ];
    const requests = [...pushed('free', 60, 60)].map((one, index, all) =>
      index === all.length - 1 && isAnswered(one)
        ? { ...one, received: { ...one.received, headers: one.received.headers.map(later) } }
        : one,
    );
    expect(html({ result: full.result, exchanges: requests })).toContain(
      '>60.0 s; next window: 121.0 s (outside the figure)<',
    );
  });

  it('sums up its phases', () => {
    expect(
      drawn(60, 60).phases.map(({ name, counts, remaining }) => [name, counts.admitted, counts.refused, remaining]),
    ).toEqual([
      ['calibrate', 1, 0, 59],
      ['burst', 59, 2, 0],
      ['half-window', 0, 1, 0],
      ['recovery-reset', 1, 0, 59],
    ]);
  });

  it('shows the request one window after the burst apart from the one at Reset', () => {
    const sent = [...pushed('free', 60, 60)];
    expect(figure(sent, sent.slice(-1)).phases.map(({ name }) => name)).toEqual([
      ...['calibrate', 'burst', 'half-window', 'window-over', 'recovery-reset'],
    ]);
  });

  it('counts every request of a long run, and draws only visible points', () => {
    const { phases, points } = drawn(20_000, 20_000);
    expect(phases[1]?.counts.admitted).toBe(19_999);
    expect(points.length).toBeLessThan(5_000);
    expect(points.filter(({ fate }) => fate === 'refused')).toHaveLength(3);
    expect(points.findLast(({ phase }) => phase === 'burst')?.admitted).toBe(20_000);
  });

  it('leaves out what came before the calibration that the burst follows, and other keys', () => {
    const used = exchange(1, { recorder: 'k6', phase: 'calibrate', sent: { ...exchange(-500).sent } });
    const { points, phases } = figure(
      [used],
      [...pushed('free', 60, 60)].flatMap((one) => [one, { ...one, key: 'free#2' as const, phase: 'second-key' }]),
    );
    expect(points).toHaveLength(64);
    expect(phases[0]).toMatchObject({ name: 'key-in-use', counts: { admitted: 1 } });
  });
});

describe('the figure of a plan with two attempts', () => {
  const paced = [...pushed('free', 60, 60)]
    .filter(({ phase }) => phase === 'calibrate' || phase === 'burst')
    .map((one): Exchange => (one.phase === 'burst' ? { ...one, phase: 'sustain' } : one));

  it('shows the last of two attempts', () => {
    const { points, phases, before } = figure(pushed('free', 60, 60), pushed('free', 60, 58));
    expect(points).toHaveLength(62);
    expect(phases.find(({ name }) => name === 'burst')?.counts).toMatchObject({ admitted: 57, refused: 2 });
    expect(before).toBe(1);
  });

  it.each([
    [undefined, true],
    [1, false],
  ])('is linked by a finding of attempt %s: %s', (attempt, isLinked) => {
    const findings = excess.findings.map((finding) => ({ ...finding, ...(attempt === undefined ? {} : { attempt }) }));
    const requirements = [{ ...excess, plan: 'free', findings }];
    const page = html({
      result: { ...full.result, requirements, limits: { free: limits() } },
      exchanges: [...pushed('free', 60, 60), ...pushed('free', 60, 58, 2_000)],
    });
    expect(page.includes('<a href="#plan-free"> · figure</a>')).toBe(isLinked);
    expect(page.includes('first attempt, exchanges ')).toBe(!isLinked);
  });

  it.each([
    ['nothing was refused', false, 'no refusal, so no Retry-After'],
    ['refusals had none', true, 'none that can be read was sent'],
  ])('says why it shows no Retry-After: %s', (_name, isRefused, words) => {
    const exchanges = [...pushed('free', 60, 60)].map((one) => ({
      ...one,
      received: { ...one.received, ...(isRefused ? {} : { status: 200 }), headers: [] },
    }));
    expect(html({ result: { ...full.result, limits: { free: limits() } }, exchanges })).toContain(words);
  });

  it('is not that of one whose requests were paced afterwards', () => {
    const { phases, before } = figure(pushed('free', 60, 60), paced);
    expect(before).toBe(0);
    expect(phases.map(({ name }) => name)).toContain('sustain');
    expect(phases.find(({ name }) => name === 'calibrate')?.counts.admitted).toBe(2);
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

  it('counts admitted requests within a window at any time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.boolean())),
        fc.integer({ min: 1, max: 20 }),
        (events, window) => {
          const ordered = [...events].sort(([a], [b]) => a - b);
          const count = trailing(window);
          ordered.forEach(([at, admitted], index) => {
            const plain = ordered.slice(0, index + 1).filter(([then, one]) => one && then > at - window).length;
            expect(count(at, admitted)).toBe(plain);
          });
        },
      ),
    );
  });
});
