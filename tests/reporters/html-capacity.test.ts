import { describe, expect, it } from 'vitest';
import type { Together } from '../../src/capacity/result-schema.ts';
import { roomSentences } from '../../src/result/view/capacity.ts';
import type { CapacityNumbers, Result } from '../../src/result/result.ts';
import { fits, notProven, step, tooMuch } from './capacity-results.ts';
import { html } from './formats.ts';

const page = (given: Result) => html({ result: given, exchanges: [] });

const changed = (change: Partial<CapacityNumbers>): Result => {
  const { capacity } = fits;
  return capacity === undefined ? fits : { ...fits, capacity: { ...capacity, ...change } };
};

const drawings = (text: string) => [...text.matchAll(/<svg class="drawing"[\s\S]*?<\/svg>\s*(?=<)/g)].map(String);

/** Words of a drawing, one text after the other. */
const words = (text: string) =>
  [...text.matchAll(/<text[^>]*>([\s\S]*?)<\/text>/g)].map(([, said = '']) => said.replace(/<[^>]+>/g, ' ').trim());

const none = { value: 0, from: 0, to: null };
const unanswered = step(1, 1, {
  verdict: 'invalid',
  because: ['nothing was answered'],
  latency: { p50: none, p95: none, p99: none },
  completedRps: 0,
});
const steps = Array.from({ length: 20 }, (_, n) => step(0.1 * (n + 1), 20 + n));

it('shows first the answer, then missing evidence, then steps and projection', () => {
  const headings = [...page(tooMuch).matchAll(/<h([123])[^>]*>([^<(]+)/g)].map(([, , said = '']) => said.trim());
  expect(headings.slice(0, 5)).toEqual([
    'Does not fit',
    'What this run does not prove',
    'Capacity',
    'Projection',
    'Failed',
  ]);
  for (const sentence of roomSentences(changed({}).capacity ?? expect.fail())) expect(page(fits)).toContain(sentence);
});

it('says how far apart several instances started', () => {
  const together = { instances: [1, 2, 3], of: 3, apartMs: 180, clock: 'service' } as const;
  const said = (...all: readonly Partial<Together>[]) =>
    page(changed({ steps: all.map((one, index) => step(1 + index, 20, { together: { ...together, ...one } })) }));
  expect(said({})).toMatch(/3 of 3; started within 0.2 s by the service('|&#39;)s clock/);
  expect(said({}, { apartMs: 2_400, clock: 'own' })).toContain('3 of 3; started within 2.4 s by their own clocks');
  expect(said({ instances: [2], apartMs: null })).toContain('1 of 3; start times unknown');
  expect(page(fits)).not.toContain('<dt>Instances</dt>');
});

describe('its drawing', () => {
  it('tell steps that say nothing from others, and bars that nothing bounds', () => {
    const hollow = (given: Result) => drawings(page(given)).map((one) => one.match(/f-hollow/g)?.length ?? 0);
    expect(hollow(fits)).toEqual([0]);
    expect(hollow(notProven)).toEqual([3]);
    const open = {
      p50: { value: 20, from: 18, to: 22 },
      p95: { value: 60, from: 55, to: 66 },
      p99: { ...none, value: 90, from: 80 },
    };
    const arrows = (given: Result) => page(given).match(/l3-5l3 5/g)?.length ?? 0;
    expect(arrows(changed({ steps: [step(1, 20, { latency: open })] }))).toBe(1);
    expect(arrows(fits)).toBe(0);
  });

  const rates = (rps: number) => ({ rps, reads: rps, writes: 0 });
  const peaks = (before: number, after: number, busier: number) => ({
    plans: [],
    before: rates(before),
    after: rates(after),
    busier: rates(busier),
  });

  it.each<[string, Partial<CapacityNumbers>, number]>([
    ['no step', { steps: [] }, 0],
    ['one step', { steps: [step(1, 20)] }, 1],
    ['a step without an answer', { steps: [unanswered] }, 1],
    ['twenty steps', { steps }, 1],
    ['very long answers', { steps: [step(0.5, 0.4), step(1, 90_000)] }, 1],
    ['no latency objective', { objectives: { errorShare: 0.01 }, steps: [unanswered] }, 1],
    ['a plan that is new', { projection: peaks(0, 48, 50) }, 1],
  ])('stay in their frame with %s', (_what, change, many) => {
    const shown = drawings(page(changed(change)));
    expect(shown).toHaveLength(many);
    for (const drawing of shown) {
      expect(drawing).not.toMatch(/NaN|Infinity/);
      const heights = [...drawing.matchAll(/\s(?:y|y1|y2)="([^"]+)"/g)].map(([, y]) => Number(y));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...heights)).toBeLessThanOrEqual(390);
    }
  });

  it.each([
    ['all labels left of their lines', 45, 60, 72, 1.5],
    ['lines close together on the left', 45, 60, 72, 9],
    ['lines close together on the right', 90, 92, 110, 1],
    ['lines at both ends', 2, 60, 72, 1],
    ['a small peak now', 1, 20, 72, 1],
  ])('draw no line through the label of a load: %s', (_name, before, after, busier, level) => {
    const given = changed({
      steps: [step(level, 20)],
      projection: peaks(before, after, busier),
      knee: (before + after) / 2,
    });
    for (const drawing of drawings(page(given))) {
      const numbers = (text: string) =>
        Object.fromEntries([...text.matchAll(/(\w+)="([\d.]+)"/g)].map(([, a, b]) => [a, Number(b)]));
      const lines = [...drawing.matchAll(/<line [^>]*f-edge[^>]*>/g)].map(([text]) => numbers(text));
      const labels = [...drawing.matchAll(/<text ([^>]*)>((?:today|after|\+20|knee)[^<]*)</g)].map(
        ([, text = '', words = '']) => {
          const { x = 0, y = 0 } = numbers(text);
          const width = words.length * 6.6;
          return { from: text.includes('"end"') ? x - width : x, to: text.includes('"end"') ? x : x + width, y };
        },
      );
      expect([lines.length, labels.length]).toEqual([4, 4]);
      const crossed = labels.filter(({ from, to, y }) =>
        lines.some(({ x1 = 0, y1 = 0 }) => x1 > from && x1 < to && y1 < y),
      );
      expect(crossed).toEqual([]);
      expect(labels.every(({ from, to }) => from >= 0 && to <= 500)).toBe(true);
    }
  });

  it('name no more steps than have room', () => {
    const [latency = ''] = drawings(page(changed({ steps })));
    expect(words(latency).filter((said) => /^\d+ % /.test(said)).length).toBeLessThan(11);
  });
});

it('says that no more was answered than was offered, though the warm-up may answer later', () => {
  const shown = page(changed({ knee: 40, steps: [step(1, 20, { completedRps: 48.9 })] }));
  expect(shown).toMatch(/data-head="Answered"[^>]*>48\/s</);
  expect(shown).not.toContain('48.9/s');
});
