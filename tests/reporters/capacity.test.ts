import { describe, expect, it } from 'vitest';
import { judgeCapacity } from '../../src/capacity/judge.ts';
import type { ProjectedPlan } from '../../src/exchange/records/capacity-record.ts';
import { capacityAnswer, roomSentences, unshown } from '../../src/result/view/capacity.ts';
import { alignedLines, stepsTable } from '../../src/reporters/capacity/table.ts';
import { PLAIN } from '../../src/report/paint.ts';
import { verdictSentence } from '../../src/reporters/view/verdict.ts';
import type { CapacityNumbers, Result } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { PLAN_NAMES } from '../../src/spec/plans.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { fits, notProven, step, tooMuch } from './capacity-results.ts';
import { github, junit, markdown, terminal } from './formats.ts';

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

const invalid = { verdict: 'invalid', invalid: 'run' } as const;
const gone = 'service unreachable: none of 1440 requests was answered; no response from http://127.0.0.1:9/v1 (EOF)';
const unanswered = step(1, 1, { ...invalid, because: [gone], reasons: [{ code: 'unreachable', params: {} }] });

it('gives the answer in every format, with the step that shows it', () => {
  for (const given of [fits, tooMuch, notProven, ended]) {
    const sentence = verdictSentence(summaryOf(given));
    const [word = ''] = sentence.split(':');
    expect(github(given)).toMatch(new RegExp(`::notice title=.*::${word}`));
    for (const text of [show(given, 500), junit(given)]) expect(text).toContain(sentence);
    expect(markdown(given).replaceAll('\\', '')).toContain(`**${sentence.replace(': ', '**: ')}`);
    expect(show(given)).not.toContain('PASSED');
  }
  return expectLines(golden('capacity-verdict.txt'), { fits, tooMuch, notProven, ended }, (given) =>
    verdictSentence(summaryOf(given)),
  );
});

const beyond = { verdict: 'beyond', because: ['the error rate is 12.9 %'] } as const;
const open = { verdict: 'open', because: ['p95 may be 304 ms'] } as const;
const busy = { verdict: 'invalid', invalid: 'machine', because: ['this machine: late'] } as const;
const rough = step(1, 28, { planned: 288 });

it('tells for each run the answer, the room for more activity, the next step, and what is not shown', () => {
  const [free, pro] = whole.plans as [ProjectedPlan, ProjectedPlan];
  const plans = (...plans: readonly ProjectedPlan[]) => ({ projection: { ...whole, plans } });
  const two = plans({ ...free, changed: pro.changed }, pro);
  const everybody = whole.plans.map((plan) => ({ ...plan, activeAtPeak: 0.9 }));
  const late = (level: number) => step(level, 20, { ...busy, because: [`this machine: ${level} ms late`] });
  const [text, wider] = ['the timers were not measured', 'instance 2: the timers were not measured'];
  const why = { code: 'instance-problem', params: { instance: 2 } };
  const all = PLAN_NAMES.flatMap((plan) => whole.plans.slice(0, 1).map(({ perDay: _, ...one }) => ({ ...one, plan })));
  /** By name: what differs from the run that fits. The steps give the verdict. */
  const cases: Readonly<Record<string, Partial<CapacityNumbers>>> = {
    'a fit, and an open step': {},
    'a limit beyond the peak': { steps: [step(1, 28), step(1.5, 92, beyond)] },
    'limits that are known to 5 %': { steps: [step(1, 28), step(1.03, 92, beyond)] },
    'a step between them that is open': { steps: [step(1, 28), step(1.25, 60, open), step(1.5, 92, beyond)] },
    "no step at today's limit": { steps: [step(0.6, 28), step(0.85, 92, beyond)] },
    "today's limit does not fit": { steps: [step(39 / 48, 92, beyond)] },
    'the other plans are too much': { steps: [step(0.2, 92, beyond)] },
    'short steps': { steps: [rough] },
    'two changed plans': two,
    'a new plan': plans({ ...pro, plan: 'team', perMinute: 0 }),
    'no change': { projection: unchanged },
    'no change, and it does not fit': { projection: unchanged, steps: [step(1, 92, beyond)] },
    'requests that could not be sent': { steps: [step(1, 20, { swamped: true, planned: 1_440, sent: 1_037 })] },
    'headroom for more activity': {
      headroom: 1.2,
      projection: { ...whole, busier: { ...whole.busier, rps: 57.600001 } },
    },
    'nearly all customers active': { projection: { ...whole, plans: everybody } },
    'an open peak': { steps: [step(0.75, 34), step(1, 92, open)] },
    'a change that does not fit': { steps: [step(0.75, 34), step(1, 92, beyond)] },
    'a busy machine': { steps: [step(1, 28, busy)] },
    'refused keys': { steps: [step(1, 28, { ...invalid, invalid: 'keys', because: ['3 got 429'] })] },
    'an unreachable service': { steps: [unanswered] },
    'steps that were not offered': { notOffered: [1.5, 2] },
    'steps up to the peak that were not offered': { steps: [step(0.75, 20)], notOffered: [1, 1.25] },
    'a machine that was late twice': { steps: [late(1), late(1.25)] },
    'an open step below the peak': { steps: [step(0.75, 90, open), step(1, 60, beyond)] },
    'a reason that only ends like that of the answer': {
      steps: [
        step(0.75, 20, { ...invalid, because: [text], reasons: [{ code: 'unmeasured-timers', params: {} }] }),
        step(1, 20, { ...invalid, because: [wider], reasons: [why] }),
      ],
    },
    'nothing is missing': {
      projection: { ...whole, plans: all },
      mix: { list: 0.5, get: 0.3, create: 0.2 },
      writes: { projected: 0.2, asReads: false },
      steps: [step(1, 20)],
      headroom: 2,
    },
  };
  return expectLines(golden('capacity-said.txt'), cases, (change) => {
    const capacity = numbers({ ...(change.steps && judgeCapacity(change.steps)), ...change });
    const next = /^next: (.*)$/m.exec(show({ ...fits, capacity }, 1_000))?.[1] ?? 'none';
    const said = [
      capacityAnswer(capacity, fits),
      roomSentences(capacity).join(' '),
      next,
      unshown(capacity).join(' | '),
    ];
    return said.map((one) => `\n  ${one}`).join('');
  });
});

describe('the steps', () => {
  it('are these in the terminal, the summary and JUnit', async () => {
    const shown = [fits, tooMuch, notProven].map((given) => show(given)).join('\n');
    await expect(shown).toMatchFileSnapshot(golden('capacity.txt'));
    await expect(markdown(tooMuch)).toMatchFileSnapshot(golden('summary-capacity.md'));
    for (const line of alignedLines(stepsTable(numbers({}), true))) expect(junit(fits)).toContain(line);
  });

  it('have a row that says why', () => {
    const refused = { code: 'step-rate-limited', params: { requests: 3 } };
    const shown = (change: Parameters<typeof step>[2]) =>
      show({ ...fits, capacity: numbers({ steps: [step(1, 28, change)] }) });
    expect(shown({ verdict: 'invalid', reasons: [refused] })).toMatch(/100 % .* invalid, 3 got 429$/m);
    expect(shown({ swamped: true, sent: 1_037, planned: 1_440 })).toMatch(/100 % +34.6 of 48\/s .* within$/m);
  });

  it.each([40, 60, 80, 120])('leave their intervals to results.json where %i columns have no room', (width) => {
    const lines = show(tooMuch, width).split('\n');
    const wide = lines.some((line) => line.includes('['));
    expect(wide).toBe(width === 120);
    expect(lines.some((line) => line.includes('results.json has'))).toBe(!wide);
    if (width >= 80) expect(lines.filter((line) => line.length > width)).toEqual([]);
  });

  it('lead from a fit to the proof that the change arrived, on production with its permission', () => {
    const production = show({ ...fits, target: { ...fits.target, class: 'production' } });
    expect(production.replace(/\s+/g, ' ')).toContain('with storecheck limits --target test --allow-load');
  });
});
