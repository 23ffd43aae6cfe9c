import { describe, expect, it } from 'vitest';
import { unshown } from '../../src/reporters/capacity/unshown.ts';
import { PLAIN } from '../../src/reporters/text/paint.ts';
import { verdictSentence } from '../../src/reporters/view/verdict.ts';
import type { CapacityNumbers, Result } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
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
    ['fits', fits, 'FITS: the service met every objective at 100 % of the projected peak (48 requests per second).'],
    [
      'does not fit',
      tooMuch,
      'DOES NOT FIT: at 100 % of the projected peak (48 requests per second), p95 is 612 ms, at least 549 ms; the objective is 300 ms.',
    ],
    [
      'not proven',
      notProven,
      'NOT PROVEN: at 100 %: this machine: timers of the generator were up to 61 ms late (p99; 30 ms are tolerated).',
    ],
    [
      'not proven',
      ended,
      'NOT PROVEN: the service met every objective at 100 % of the projected peak (48 requests per second), but the run did not finish.',
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
    expect(show(fits)).toContain('next: after the change, verify the new limit with storecheck limits');
  });
});

describe('what the answer does not cover', () => {
  const open = step(1.5, 90, { verdict: 'open', because: ['p95 may be 304 ms'] });
  const busier = { rps: 57.6, reads: 57.6, writes: 0 };
  const peak = { ...numbers({}).projection, busier };
  it.each<[string, Partial<CapacityNumbers>, string | undefined]>([
    ['a fifth more customers, where that was not held', { headroom: 1 }, 'a peak with 20 % more active customers'],
    ['no more than was held', { headroom: 1.25, projection: peak }, undefined],
    ['a step above the peak that is open', { steps: [step(1, 20), open] }, '150 %: p95 may be 304 ms'],
    ['steps that were not offered', { notOffered: [1.5, 2] }, '150 %, 200 %: not tested, the run ended at'],
    ['what lies above the last step', {}, 'load above 150 % of the projected peak'],
    ['creates that were sent as reads', {}, 'creates: the 10 % of the projection'],
  ])('%s', (_what, change, said) => {
    const all = unshown(numbers(change)).join('\n');
    if (said === undefined) expect(all).not.toContain('more customers');
    else expect(all).toContain(said);
  });

  it('is nothing where nothing is left', () => {
    const all = unshown(numbers({ writes: { projected: 0, asReads: false }, steps: [step(1, 20)], headroom: 2 }));
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
