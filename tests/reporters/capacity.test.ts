import { describe, expect, it } from 'vitest';
import type { ProjectedPlan } from '../../src/capacity/index.ts';
import { capacityAnswer, roomSentences, unshown } from '../../src/reporters/capacity/answer.ts';
import { PLAIN } from '../../src/reporters/text/paint.ts';
import { verdictSentence } from '../../src/reporters/view/verdict.ts';
import type { CapacityNumbers, Result } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { PLAN_NAMES } from '../../src/spec/plans.ts';
import { goldenIn } from '../golden.ts';
import { fits, hostileCapacity, notProven, step, tooMuch } from './capacity-results.ts';
import { badge, ctrf, github, junit, markdown, terminal } from './formats.ts';
import { ACTIVE, HOSTILE } from './hostile.ts';

const golden = goldenIn(import.meta.dirname);

const show = (given: Result, width = 80) =>
  terminal(given, { paint: PLAIN, width, verbose: false, folder: 'reports/run-1', called: 'storecheck' });

const numbers = (change: Partial<CapacityNumbers>): CapacityNumbers => {
  const { capacity } = fits;
  if (capacity === undefined) throw new Error('the run that fits is no capacity run');
  return { ...capacity, ...change };
};

const ended = { ...fits, outcome: 'incomplete', run: { ...fits.run, end: 'interrupted' } } as const;

describe('the answer', () => {
  it.each([
    [
      'fits',
      fits,
      'FITS: Pro 300 → 400 requests/min fits: at the projected peak of 48 requests/s, p95 is 84 ms (objective 300 ms), p99 is 168 ms (objective 800 ms), 0 % of the requests failed (objective 0.1 %). The largest Pro limit that still fits is about 530.',
    ],
    [
      'does not fit',
      tooMuch,
      "DOES NOT FIT: Pro 300 → 400 requests/min does not fit: at the projected peak of 48 requests/s, p95 is 612 ms, at least 549 ms; the objective is 300 ms. The largest Pro limit that still fits is about 260, less than today's 300.",
    ],
    [
      'not proven',
      notProven,
      'NOT PROVEN: Pro 300 → 400 requests/min: at 100 %: this machine: timers of the generator were up to 61 ms late (p99; 30 ms are tolerated).',
    ],
    [
      'not proven',
      ended,
      'NOT PROVEN: Pro 300 → 400 requests/min: the run did not finish; until then, at the projected peak of 48 requests/s, p95 is 84 ms (objective 300 ms), p99 is 168 ms (objective 800 ms), 0 % of the requests failed (objective 0.1 %).',
    ],
  ])('%s (case %#): in every format, with the step that shows it', (word, given, sentence) => {
    expect(verdictSentence(summaryOf(given))).toBe(sentence);
    expect(badge(given)).toContain(`<title>animal store: ${word}</title>`);
    expect(github(given)).toMatch(new RegExp(`::notice title=.*::${sentence.split(':')[0]}`));
    expect(JSON.parse(ctrf(given)).results.summary.extra.verdict).toBe(sentence);
    for (const text of [show(given, 500), junit(given)]) expect(text).toContain(sentence);
    expect(markdown(given).replaceAll('\\', '')).toContain(`**${sentence.replace(': ', '**: ')}`);
    expect(show(given)).not.toContain('PASSED');
  });
});

describe('the answer about limits and activity', () => {
  const { projection } = numbers({});
  const [free, pro] = projection.plans as [ProjectedPlan, ProjectedPlan];
  const plans = (...plans: readonly ProjectedPlan[]) => ({ projection: { ...projection, plans } });
  const answer = (change: Partial<CapacityNumbers>) => capacityAnswer(numbers(change), fits);
  it.each<[string, Partial<CapacityNumbers>, string]>([
    ['says that no higher load was offered', { headroom: 1.5 }, 'fits is at least 660: no higher load was offered.'],
    [
      'names no largest limit after short steps',
      { steps: [step(1, 28, { planned: 288 })] },
      'objective 0.1 %). These figures are rough: steps took 6 s (default: at least 30 s).',
    ],
    [
      'names all plans',
      plans({ ...free, changed: pro.changed }, pro),
      'Free 60 → 400 and Pro 300 → 400 requests/min fit: ',
    ],
    [
      'a new plan',
      plans({ ...pro, plan: 'team', perMinute: { value: 0, origin: '' } }),
      'Team (new) 400 requests/min fits: ',
    ],
    ['names the load', plans(free), 'The projected load fits: at the projected peak of 48 requests/s'],
    ['names the step', { shownBy: 1.25 }, 'at 125 % of the projected peak (60 requests/s), p95 is 153 ms'],
  ])('%s', (_name, change, expected) => {
    expect(answer(change)).toContain(expected);
  });

  it.each([
    [1.25, 'the peak is 57.6 requests/s: that fits, too.'],
    [1, 'the peak is 57.6 requests/s: that was not shown to fit.'],
  ])('says what a fifth more activity means if the headroom is %s', (headroom, expected) => {
    const said = roomSentences(numbers({ headroom })).join(' ');
    expect(said).toContain(expected);
    expect(said).toContain('customers use the same share of a larger limit');
  });
});

describe('the steps', () => {
  it('are this in the terminal, with what they do not show', async () => {
    await expect([fits, tooMuch, notProven].map((given) => show(given)).join('\n')).toMatchFileSnapshot(
      golden('capacity.txt'),
    );
  });

  it('are this in the summary', async () => {
    await expect(markdown(tooMuch)).toMatchFileSnapshot(golden('summary-capacity.md'));
  });

  it('are this in JUnit: a case for each requirement, the table beside the run', async () => {
    await expect(junit(tooMuch)).toMatchFileSnapshot(golden('junit-capacity.xml'));
  });

  it.each([40, 60, 80, 120])('leave their intervals to results.json where %i columns have no room', (width) => {
    const lines = show(tooMuch, width).split('\n');
    const wide = lines.some((line) => line.includes('['));
    expect(wide).toBe(width === 120);
    expect(lines.some((line) => line.includes('results.json has'))).toBe(!wide);
    if (width >= 80) expect(lines.filter((line) => line.length > width)).toEqual([]);
  });

  it('lead to no run of a part, and from a fit to the proof that the change arrived', () => {
    expect(show(tooMuch)).not.toContain('again:');
    expect(show(fits)).toContain(
      'next: after the change, set plans: { pro: { perMinute: 400 } } in\n      storecheck.yaml, and verify the new limit with\n      storecheck limits --target test',
    );
  });
});

describe('the limits of the answer', () => {
  const open = step(1.5, 90, { verdict: 'open', because: ['p95 may be 304 ms'] });
  it.each<[string, Partial<CapacityNumbers>, string]>([
    ['a step above the peak that is open', { steps: [step(1, 20), open] }, '150 %: p95 may be 304 ms'],
    ['steps that were not offered', { notOffered: [1.5, 2] }, '150 %, 200 %: not tested, the run ended at'],
    ['what lies above the last step', {}, 'load above 150 % of the projected peak'],
    ['creates that were sent as reads', {}, 'creates: the 10 % of the projection'],
    ['plans without customers', {}, 'Business and Enterprise are not in the peak: no --subscribers'],
    [
      'operations that were not sent',
      { mix: { list: 1, get: 0, create: 0 }, writes: { projected: 0, asReads: false } },
      'the load was 100 % GET /pets (one URL): no gets, no creates (--mix)',
    ],
  ])('%s', (_what, change, said) => {
    const all = unshown(numbers(change)).join('\n');
    expect(all).toContain(said);
  });

  it('is empty if nothing is missing', () => {
    const { projection } = numbers({});
    const plans = PLAN_NAMES.flatMap((plan) => projection.plans.slice(0, 1).map((one) => ({ ...one, plan })));
    const mix = { list: 0.5, get: 0.3, create: 0.2 };
    const all = unshown(
      numbers({
        projection: { ...projection, plans },
        mix,
        writes: { projected: 0.2, asReads: false },
        steps: [step(1, 20)],
        headroom: 2,
      }),
    );
    expect(all).toEqual(['load above 100 % of the projected peak: not planned']);
  });
});

describe('a hostile results.json', () => {
  it.each(Object.entries(HOSTILE))('cannot be more than text with %s', (_name, text) => {
    const given = hostileCapacity(text);
    for (const format of [show, markdown, junit, github, badge, ctrf]) {
      const shown = format(given);
      expect(shown).not.toMatch(ACTIVE);
      expect(shown.length).toBeLessThan(100_000);
    }
  });
});
