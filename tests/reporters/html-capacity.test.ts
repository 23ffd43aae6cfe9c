import { describe, expect, it } from 'vitest';
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

describe('a capacity run as a page', () => {
  it('shows the answer first, then missing evidence, then the steps', () => {
    const headings = [...page(tooMuch).matchAll(/<h[123][^>]*>([^<(]+)/g)].map(([, said = '']) => said.trim());
    expect(headings.slice(0, 7)).toEqual([
      'Does not fit',
      'What this run does not prove',
      'Capacity',
      'For a decision memo',
      'Projection',
      'Compared with an earlier run',
      'Failed',
    ]);
    expect(headings).not.toContain('Exchanges');
    expect(page(fits)).not.toContain('Compared with');
  });

  it('has every number of the projection with its origin', () => {
    const table = /<div class="plan" id="projection">[\s\S]*?<\/table>/.exec(page(fits))?.[0] ?? '';
    for (const said of [
      '2,400<span class="interval">storecheck.yaml',
      '30<span class="interval">--subscribers',
      '60<span class="interval">the document',
      '300 → 400<span class="interval">the document → --change',
      'If 20 % more customers are active',
    ])
      expect(table).toContain(said);
  });

  it('has a row for every step with its intervals, its judgement and the reason', () => {
    const rows = [...page(tooMuch).matchAll(/<tbody><tr><th scope="row" class="number">[\s\S]*?<\/tbody>/g)].map(
      String,
    );
    expect(rows).toHaveLength(3);
    expect(rows[2]).toContain('612<span class="interval">551 – 673');
    expect(rows[2]).toContain('Beyond');
    expect(rows[2]).toContain('<tr class="why"><td colspan="9">p95 is 612 ms, at least 549 ms');
    expect(rows[0]).not.toContain('class="why"');
    expect(page(notProven)).toContain('0 %<span class="interval">0 % – ?');
  });
});

describe('a load that several instances offered', () => {
  const together = { instances: [1, 2, 3], of: 3, apartMs: 180, clock: 'service' } as const;
  it.each([
    [[together], '3 of 3; started within 0.2 s by the service&#39;s clock'],
    [
      [together, { ...together, apartMs: 2_400, clock: 'own' as const }],
      '3 of 3; started within 2.4 s by their own clocks',
    ],
    [[{ ...together, instances: [2], apartMs: null }], '1 of 3; start times unknown'],
  ])('says how far apart they were (case %#)', (all, said) => {
    const steps = all.map((one, index) => step(1 + index, 20, { together: one }));
    expect(page(changed({ steps })).replaceAll("service's", 'service&#39;s')).toContain(said);
    expect(page(fits)).not.toContain('<dt>Instances</dt>');
  });
});

describe('its drawings', () => {
  it('mark objectives, the projected peaks and the knee', () => {
    const [latency = '', answered = ''] = drawings(page(tooMuch));
    const peaks = ['today 39/s', 'after the change 48/s', '+20 % active 57.6/s'];
    for (const said of ['p95 ≤ 300 ms', 'p99 ≤ 800 ms', 'p50', ...peaks]) expect(words(latency)).toContain(said);
    for (const said of ['knee 44.1/s', ...peaks]) expect(words(answered)).toContain(said);
    expect(drawings(page(fits)).flatMap(words)).not.toContain('knee 44/s');
  });

  it('tell steps that say nothing from others, and bars that nothing bounds', () => {
    const hollow = (given: Result) => drawings(page(given)).map((one) => one.match(/f-hollow/g)?.length ?? 0);
    expect(hollow(fits)).toEqual([0, 0]);
    expect(hollow(notProven)).toEqual([3, 1]);
    const open = {
      p50: { value: 20, from: 18, to: 22 },
      p95: { value: 60, from: 55, to: 66 },
      p99: { ...none, value: 90, from: 80 },
    };
    const arrows = (given: Result) => page(given).match(/l3-5l3 5/g)?.length ?? 0;
    expect(arrows(changed({ steps: [step(1, 20, { latency: open })] }))).toBe(1);
    expect(arrows(fits)).toBe(0);
  });

  it.each<[string, Partial<CapacityNumbers>, number]>([
    ['no step', { steps: [] }, 0],
    ['one step', { steps: [step(1, 20)] }, 2],
    ['a step without an answer', { steps: [unanswered] }, 2],
    ['twenty steps', { steps: Array.from({ length: 20 }, (_, n) => step(0.1 * (n + 1), 20 + n)) }, 2],
    ['very long answers', { steps: [step(0.5, 0.4), step(1, 90_000)] }, 2],
    ['no latency objective', { objectives: { errorShare: 0.01 }, steps: [unanswered] }, 2],
    [
      'a plan that is new',
      {
        projection: {
          plans: [],
          before: { rps: 0, reads: 0, writes: 0 },
          after: { rps: 48, reads: 48, writes: 0 },
          busier: { rps: 50, reads: 50, writes: 0 },
        },
      },
      2,
    ],
  ])('stay in their frame with %s', (_what, change, many) => {
    const shown = drawings(page(changed(change)));
    expect(shown).toHaveLength(many);
    for (const drawing of shown) {
      expect(drawing).toMatch(/<title[^>]*>[^<]+<\/title><desc[^>]*>[^<]+<\/desc>/);
      expect(drawing).not.toMatch(/NaN|Infinity/);
      const heights = [...drawing.matchAll(/\s(?:y|y1|y2)="([^"]+)"/g)].map(([, y]) => Number(y));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...heights)).toBeLessThanOrEqual(390);
    }
  });

  const rates = (rps: number) => ({ rps, reads: rps, writes: 0 });
  it.each([
    ['all labels left of their lines', 45, 60, 72, 1.5],
    ['lines close together on the left', 45, 60, 72, 9],
    ['lines close together on the right', 90, 92, 110, 1],
    ['lines at both ends', 2, 60, 72, 1],
    ['a small peak now', 1, 20, 72, 1],
  ])('draw no line through the label of a peak: %s', (_name, before, after, busier, level) => {
    const projection = { plans: [], before: rates(before), after: rates(after), busier: rates(busier) };
    for (const drawing of drawings(page(changed({ steps: [step(level, 20)], projection })))) {
      const numbers = (text: string) =>
        Object.fromEntries([...text.matchAll(/(\w+)="([\d.]+)"/g)].map(([, a, b]) => [a, Number(b)]));
      const lines = [...drawing.matchAll(/<line [^>]*f-edge[^>]*>/g)].map(([text]) => numbers(text));
      const labels = [...drawing.matchAll(/<text ([^>]*)>((?:today|after|\+20)[^<]*)</g)].map(
        ([, text = '', words = '']) => {
          const { x = 0, y = 0 } = numbers(text);
          const width = words.length * 6.6;
          return { from: text.includes('"end"') ? x - width : x, to: text.includes('"end"') ? x : x + width, y };
        },
      );
      expect([lines.length, labels.length]).toEqual([3, 3]);
      const crossed = labels.filter(({ from, to, y }) =>
        lines.some(({ x1 = 0, y1 = 0 }) => x1 > from && x1 < to && y1 < y),
      );
      expect(crossed).toEqual([]);
      expect(labels.every(({ from, to }) => from >= 0 && to <= 500)).toBe(true);
    }
  });

  it('have a title for the x axis, and a legend for the signs below it', () => {
    const shown = page(tooMuch);
    for (const drawing of drawings(shown)) expect(words(drawing)).toContain('Offered load, requests/s');
    const legend = /<ul class="legend">[\s\S]*?<\/ul>/.exec(shown)?.[0] ?? '';
    expect(legend).toContain('step within all objectives');
    expect(legend).toContain('step beyond an objective');
    expect(legend).not.toContain('proves neither');
  });

  it('answer no more than was offered, though the warm-up may answer later', () => {
    const [, answered = ''] = drawings(page(changed({ steps: [step(1, 20, { completedRps: 48.9 })] })));
    expect(answered).toContain('48/s offered, 48/s completed');
    expect(page(changed({ steps: [step(1, 20, { completedRps: 48.9 })] }))).not.toContain('48.9/s');
  });

  it('name no more steps than have room', () => {
    const steps = Array.from({ length: 20 }, (_, n) => step(0.1 * (n + 1), 20 + n));
    const [latency = ''] = drawings(page(changed({ steps })));
    expect(words(latency).filter((said) => /^\d+ % /.test(said)).length).toBeLessThan(11);
  });
});
