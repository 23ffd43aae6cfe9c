import { describe, expect, it } from 'vitest';
import type { ProjectedPlan } from '../../src/capacity/index.ts';
import { capacityAnswer, roomSentences, unshown } from '../../src/reporters/capacity/answer.ts';
import { memoOf } from '../../src/reporters/capacity/memo.ts';
import { PLAIN } from '../../src/reporters/text/paint.ts';
import { verdictSentence } from '../../src/reporters/view/verdict.ts';
import type { CapacityNumbers, Result } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { PLAN_NAMES } from '../../src/spec/plans.ts';
import { goldenIn } from '../golden.ts';
import { fits, hostileCapacity, notProven, step, tooMuch } from './capacity-results.ts';
import { badge, ctrf, github, html, junit, markdown, terminal } from './formats.ts';
import { ACTIVE, HOSTILE } from './hostile.ts';

const golden = goldenIn(import.meta.dirname);

const show = (given: Result, width = 80) =>
  terminal(given, { paint: PLAIN, width, verbose: false, folder: 'reports/run-1', called: 'storecheck' });

const numbers = (change: Partial<CapacityNumbers>): CapacityNumbers => {
  const { capacity } = fits;
  if (capacity === undefined) throw new Error('the run that fits is no capacity run');
  return { ...capacity, ...change };
};

const { projection: whole } = numbers({});
/** The same customers, without a change. */
const unchanged = {
  ...whole,
  plans: whole.plans.map((plan) => ({ ...plan, changed: plan.perMinute ?? plan.changed })),
};

const ended = { ...fits, outcome: 'incomplete', run: { ...fits.run, end: 'interrupted' } } as const;

const gone = 'service unreachable: none of 1440 requests was answered; no response from http://127.0.0.1:9/v1 (EOF)';
const unreachable = {
  ...notProven,
  capacity: numbers({
    verdict: 'not-proven',
    shownBy: null,
    because: [`at 100 %: ${gone}`],
    reasons: [{ code: 'at-step', params: { percent: 100, why: { code: 'unreachable', params: {}, message: gone } } }],
    headroom: null,
    steps: [
      step(1, 1, {
        verdict: 'invalid',
        invalid: 'run',
        because: [gone],
        reasons: [{ code: 'unreachable', params: {} }],
      }),
    ],
  }),
};

describe('the answer', () => {
  it.each([
    [
      'fits',
      fits,
      'FITS: Pro 300 → 400 requests/min fits: at the projected peak of 48 requests/s, p95 is 84 ms (objective 300 ms), p99 is 168 ms (objective 800 ms), 0 % of the requests failed (objective 0.1 %). In steps of 30 s, the largest Pro limit that fits is at least 533 in this run.',
    ],
    [
      'does not fit',
      tooMuch,
      'DOES NOT FIT: Pro 300 → 400 requests/min does not fit: at the projected peak of 48 requests/s, p95 is 612 ms, at least 549 ms; the objective is 300 ms. In steps of 30 s, a Pro limit of 266 fits; 400 does not; between them nothing was tested in this run.',
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
    [
      'bounds the limit from below',
      { steps: [step(1, 28), step(1.5, 92)] },
      'In steps of 30 s, the largest Pro limit that fits is at least 666 in this run.',
    ],
    [
      'names a limit beyond the peak',
      { steps: [step(1, 28), step(1.5, 92, { verdict: 'beyond' })] },
      'In steps of 30 s, a Pro limit of 400 fits; 667 does not; between them nothing was tested in this run.',
    ],
    [
      'names limits that are known to 5 %',
      { steps: [step(1, 28), step(1.03, 92, { verdict: 'beyond' })] },
      'a Pro limit of 400 fits; 416 does not; the largest limit is known to 5 %.',
    ],
    [
      'says that a step between them shows neither',
      { steps: [step(1, 28), step(1.25, 60, { verdict: 'open' }), step(1.5, 92, { verdict: 'beyond' })] },
      'In steps of 30 s, a Pro limit of 400 fits; 667 does not; between them nothing was shown in this run.',
    ],
    [
      "does not compare with today's limit without a step there",
      { steps: [step(0.6, 28), step(0.85, 92, { verdict: 'beyond' })] },
      'In steps of 30 s, a Pro limit of 186 fits; 320 does not;',
    ],
    [
      "says that today's limit does not fit",
      { steps: [step(39 / 48, 92, { verdict: 'beyond' })] },
      "A Pro limit of 300, today's limit, does not fit.",
    ],
    [
      "compares with today's limit",
      { steps: [step(0.6, 28), step(0.75, 92, { verdict: 'beyond' })] },
      "In steps of 30 s, a Pro limit of 186 fits; 267, less than today's 300, does not; between them nothing was tested in this run.",
    ],
    [
      'says that the other plans are too much',
      { steps: [step(0.2, 92, { verdict: 'beyond' })] },
      'No Pro limit fits: the other plans alone miss an objective.',
    ],
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
      'says why it names no limit of two plans',
      plans({ ...free, changed: pro.changed }, pro),
      'This run names no largest limit, because it changes 2 plans.',
    ],
    [
      'says that figures are rough if two plans change, too',
      { ...plans({ ...free, changed: pro.changed }, pro), steps: [step(1, 28, { planned: 288 })] },
      'These figures are rough: steps took 6 s',
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
    ['within', {}, 'The service kept up with every step.'],
    ['open', { because: ['p95 may be 304 ms'] }, 'No knee was found.'],
    ['beyond', { because: ['the error rate is 12.9 %'] }, 'No knee was found; at 150 %, the error rate is 12.9 %.'],
  ] as const)('does not say that the service kept up if a step is not within: %s', (verdict, change, expected) => {
    const steps = [step(1, 28), step(1.5, 92, { verdict, ...change })];
    expect(roomSentences(numbers({ steps })).at(-1)).toBe(expected);
  });

  it.each([
    [1.25, 'the peak is 57.6 requests/s: that fits, too.'],
    [1, 'the peak is 57.6 requests/s: that was not shown to fit.'],
    [1.2, 'the peak is 57.6 requests/s: that fits, too.'],
  ])('says what a fifth more activity means if the headroom is %s', (headroom, expected) => {
    const busier = { ...whole.busier, rps: 57.600000000000016 };
    const said = roomSentences(numbers({ headroom, projection: { ...whole, busier } })).join(' ');
    expect(said).toContain(expected);
    expect(said).toContain('customers use the same share of a larger limit');
  });

  it('says that no more than all customers can be active', () => {
    const plans = whole.plans.map((plan) => ({ ...plan, activeAtPeak: { value: 0.9, origin: '' } }));
    const said = roomSentences(numbers({ projection: { ...whole, plans } })).join(' ');
    expect(said).toContain('If 20 % more customers are active (at most 100 %), the peak is');
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

  it.each<[string, Parameters<typeof step>[2], RegExp]>([
    [
      'the keys were refused',
      { verdict: 'invalid', reasons: [{ code: 'step-rate-limited', params: { requests: 3 } }] },
      /100 % .* invalid, 3 got 429$/m,
    ],
    ['not everything was sent', { swamped: true, sent: 1_037, planned: 1_440 }, /100 % +34.6 of 48\/s .* within$/m],
  ])('have a row that says why: %s', (_name, change, expected) => {
    expect(show({ ...fits, capacity: numbers({ steps: [step(1, 28, change)] }) })).toMatch(expected);
  });

  it.each([40, 60, 80, 120])('leave their intervals to results.json where %i columns have no room', (width) => {
    const lines = show(tooMuch, width).split('\n');
    const wide = lines.some((line) => line.includes('['));
    expect(wide).toBe(width === 120);
    expect(lines.some((line) => line.includes('results.json has'))).toBe(!wide);
    if (width >= 80) expect(lines.filter((line) => line.length > width)).toEqual([]);
  });

  it.each([
    [
      'narrows the limits after a fit',
      { steps: [step(1, 28), step(1.5, 92, { verdict: 'beyond' })] },
      'to find the largest limit that fits, run again with --change pro=453 --steps 90,100,109,118,127,137',
    ],
    [
      'looks for a larger limit if none was refuted, and for room for more activity',
      { headroom: 1, steps: [step(1, 28)] },
      'run again with --change pro=400 --steps 100,125,150,200; to test 20 % more activity, run again with --steps 100,120',
    ],
    [
      'confirms the largest limit with a longer step, and decides an open one',
      {},
      'to confirm the largest limit with a longer step, run again with --change pro=533 --steps 100 --step-duration 150; to find the largest limit that fits, run again with --change pro=666 --steps 100 --step-duration 150',
    ],
    [
      'decides an open peak with a longer step, or a smaller change',
      { verdict: 'not-proven', shownBy: null, steps: [step(0.75, 34), step(1, 92, { verdict: 'open' })] },
      'run again with a longer step, --change pro=400 --steps 100 --step-duration 150, or try a smaller change',
    ],
    [
      'is no further run if the limit is known to 5 %',
      { steps: [step(1, 28), step(1.03, 92, { verdict: 'beyond' })] },
      'limits --target test\n',
    ],
    ['tests more activity without a change', { headroom: 1, projection: unchanged }, '--steps 100,120'],
    ['has nothing to verify without a change', { projection: unchanged }, undefined],
    [
      'proposes no smaller change without a change',
      { verdict: 'does-not-fit', projection: unchanged, steps: [step(1, 92, { verdict: 'beyond' })] },
      undefined,
    ],
    [
      'tries a smaller change',
      { verdict: 'does-not-fit', steps: [step(0.75, 34), step(1, 92, { verdict: 'beyond' })] },
      'try a smaller change: run again with --change pro=293 --steps 93,100,106,112,119,126',
    ],
    [
      'looks for a smaller limit than one that does not fit',
      { verdict: 'does-not-fit', steps: [step(0.5, 92, { verdict: 'beyond' })] },
      'run again with --change pro=27 --steps 83,100,117,133,150,167',
    ],
    [
      "looks between today's limit and the change if no step is within",
      { verdict: 'does-not-fit', headroom: null, steps: [step(1, 92, { verdict: 'beyond' })] },
      'run again with --change pro=320 --steps 95,100,104,109,113,118',
    ],
    [
      'cannot narrow one request',
      { steps: [step(1, 28), step(1.001, 92, { verdict: 'beyond' })] },
      'limits --target test\n',
    ],
    [
      'says what helps a busy machine',
      { verdict: 'not-proven', steps: [step(1, 28, { verdict: 'invalid', invalid: 'machine' })] },
      'run again on a quiet or another machine, only the deciding step (--steps 100)',
    ],
    [
      'names what to check if the keys were refused',
      { verdict: 'not-proven', steps: [step(1, 28, { verdict: 'invalid', invalid: 'keys' })] },
      'each must be valid and of the plan that its --key names, --enterprise-per-minute must be',
    ],
  ] as const)('the next step %s', (_name, change, expected) => {
    const shown = show({ ...fits, capacity: numbers(change) }, 1_000);
    const next = /^next: .*$/m.exec(shown)?.[0];
    if (expected === undefined) expect(next).toBeUndefined();
    else expect(`${next}\n`).toContain(expected);
  });

  it('are one paragraph for a memo in the summary and the report, and in the terminal with --verbose', () => {
    const memo = [
      'FITS: Pro 300 → 400 requests/min fits. If customers use the same share of a changed limit, the peak goes from 39 to 48 requests/s: 2,400 Free customers, 2 % active at 25 % of 60 requests/min; 30 Pro customers, 30 % active at 60 % of 300 → 400 requests/min.',
      'The run tested 127.0.0.1:8080 on 2026-11-21: at the projected peak of 48 requests/s, p95 is 84 ms (objective 300 ms), p99 is 168 ms (objective 800 ms), 0 % of the requests failed (objective 0.1 %). In steps of 30 s, the largest Pro limit that fits is at least 533 in this run. If 20 % more customers are active, the peak is 57.6 requests/s: that fits, too. Not shown: peaks longer than 30 s: not tested;',
      'Business and Enterprise are not in the peak: no customers are stated; 150 %:',
    ];
    const verbose = terminal(fits, { paint: PLAIN, width: 10_000, verbose: true, folder: 'x', called: 'storecheck' });
    for (const text of [verbose, markdown(fits), html({ result: fits, exchanges: [] })])
      for (const line of memo) expect(text).toContain(line);
    expect(show(fits)).toContain('memo: copy the paragraph in summary.md or the report');
    expect(show(fits)).not.toContain('If customers use');
  });

  it.each([
    ['fits', fits],
    ['does not fit', tooMuch],
    ['is not proven', notProven],
    ['did not finish', ended],
    ['was unreachable', unreachable],
  ])('have a memo of at most six sentences without options and code spans: it %s', (_name, given) => {
    const memo = /^> .*$/m.exec(markdown(given))?.[0] ?? '';
    expect(memo.split(/[.] (?=[A-Z])/).length).toBeLessThanOrEqual(6);
    expect(memo.split(' ').length).toBeLessThan(180);
    expect(memo).not.toMatch(/--|`/);
    if (given !== unreachable)
      expect(memo, 'the length of the tested steps').toMatch(/\b[Ii]n steps of|steps took|longer than/);
  });

  it('lead to no run of a part, and from a fit to the proof that the change arrived', () => {
    expect(show(tooMuch)).not.toContain('again:');
    expect(show(fits)).toContain(
      'next: after the change, set plans: { pro: { perMinute: 400 } } in\n      storecheck.yaml, and verify the new limit with\n      storecheck limits --target test',
    );
    const production = show({ ...fits, target: { ...fits.target, class: 'production' } });
    expect(production.replace(/\s+/g, ' ')).toContain('with storecheck limits --target test --allow-load');
  });
});

describe('the limits of the answer', () => {
  const open = step(1.5, 90, { verdict: 'open', because: ['p95 may be 304 ms'] });
  it.each<[string, Partial<CapacityNumbers>, string]>([
    ['a step above the peak that is open', { steps: [step(1, 20), open] }, '150 %: p95 may be 304 ms'],
    ['steps that were not offered', { notOffered: [1.5, 2] }, '150 %, 200 %: not tested, the run ended at'],
    ['what lies above the last step', {}, 'load above 150 % of the projected peak'],
    ['creates that were sent as reads', {}, 'creates: the 10 % of the projection'],
    ['plans without customers', {}, 'Business and Enterprise are not in the peak: no customers are stated'],
    [
      'a machine that was late twice, once',
      {
        steps: [1, 1.25].map((level) =>
          step(level, 20, { verdict: 'invalid', invalid: 'machine', because: [`this machine: ${level} ms late`] }),
        ),
      },
      '100 %, 125 %: this machine was too busy',
    ],
    [
      'operations that were not sent',
      { mix: { list: 1, get: 0, create: 0 }, writes: { projected: 0, asReads: false } },
      'the load was 100 % lists (one URL): no gets, no creates',
    ],
    [
      'limits between the steps',
      { steps: [step(1, 20), step(1.25, 60, { verdict: 'beyond' })] },
      'Pro limits above 400 and below 534: nothing was tested in this run',
    ],
    [
      'limits below the only step',
      { headroom: null, steps: [step(1, 60, { verdict: 'beyond' })] },
      'Pro limits below 400: nothing was tested',
    ],
    [
      'an open step below the peak',
      { headroom: null, steps: [{ ...open, level: 0.75 }, step(1, 60, { verdict: 'beyond' })] },
      '75 %: p95 may be 304 ms',
    ],
    [
      'limits per day',
      {},
      'limits per day: at this use, Free customers reach 1,000 requests after 67 min, Pro customers reach 10,000 requests after 42 min; the change does not raise them',
    ],
    [
      'a step below the peak that says nothing',
      { steps: [step(0.75, 20, { verdict: 'invalid', because: ['this machine: late'] }), step(1, 20)] },
      '75 %: this machine: late',
    ],
  ])('%s', (_what, change, said) => {
    const all = unshown(numbers(change)).join('\n');
    expect(all).toContain(said);
  });

  it('leave out the reason of the answer by its code and values, and no other that ends alike', () => {
    const [text, wider] = ['the timers were not measured', 'instance 2: the timers were not measured'];
    const why = { code: 'instance-problem', params: { instance: 2 } };
    const invalid = { verdict: 'invalid', invalid: 'run' } as const;
    const all = unshown(
      numbers({
        verdict: 'not-proven',
        because: [`at 100 %: ${wider}`],
        reasons: [{ code: 'at-step', params: { percent: 100, why: { ...why, message: wider } } }],
        steps: [
          step(0.75, 20, { ...invalid, because: [text], reasons: [{ code: 'unmeasured-timers', params: {} }] }),
          step(1, 20, { ...invalid, because: [wider], reasons: [why] }),
        ],
      }),
    ).join('\n');
    expect(all).toContain(`75 %: ${text}`);
    expect(all).not.toContain(wider);
  });

  it('put a step that says nothing after missing plans, if the change fits', () => {
    const busy = { verdict: 'invalid', invalid: 'machine', because: ['this machine: late'] } as const;
    const all = unshown(numbers({ steps: [step(0.5, 20, busy), step(1, 20)] })).join('\n');
    expect(all).toMatch(/no customers are stated.*50 %: this machine was too busy/s);
  });

  it('leave a busy machine and limits per day to the report', () => {
    const busy = { verdict: 'invalid', invalid: 'machine', because: ['this machine: late'] } as const;
    const memo = memoOf(numbers({ steps: [step(0.5, 20, busy), step(1, 20)] }), fits).join(' ');
    expect(memo).toContain('Not shown: peaks longer than 30 s: not tested;');
    expect(memo).not.toMatch(/too busy|limits per day/);
  });

  it('begin with what was not tested up to the peak', () => {
    const [first] = unshown(numbers({ steps: [step(0.75, 20)], notOffered: [1, 1.25] }));
    expect(first).toBe('100 %, 125 %: not tested, the run ended at 75 %');
  });

  it('are the errors, if a part of the requests could not be sent', () => {
    const given = { steps: [step(1, 20, { swamped: true, planned: 1_440, sent: 1_037 })] };
    expect(capacityAnswer(numbers(given), fits)).toContain(
      'errors: not proven, 28 % of the requests could not be sent',
    );
  });

  it('are not the errors, if the objective holds even with every request that could not be sent', () => {
    const given = {
      objectives: { p95Ms: 300, errorShare: 0.01 },
      steps: [step(1, 20, { swamped: true, planned: 29_700, sent: 29_674 })],
    };
    expect(capacityAnswer(numbers(given), fits)).toContain(
      '0 % of the requests failed, and 0.0875 % of the requests could not be sent (objective 1 %)',
    );
  });

  it('is empty if nothing is missing', () => {
    const { projection } = numbers({});
    const plans = PLAN_NAMES.flatMap((plan) =>
      projection.plans.slice(0, 1).map(({ perDay: _, ...one }) => ({ ...one, plan })),
    );
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
    expect(all).toEqual(['peaks longer than 30 s: not tested', 'load above 100 % of the projected peak: not planned']);
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
