import { describe, expect, it } from 'vitest';
import { type KeyLabel, type LoadRecord, loadOf } from '../../src/exchange/index.ts';
import * as wholeness from '../../src/judge/limits/completeness.ts';
import { closingOf, endOf, exchangeOf, processOf, startOf } from './load-records.ts';

const INVALID = { kind: 'invalid', message: 'the experiment is not valid' };
const free = { key: 'free#1' } as const;
const pro = { key: 'pro#1' } as const;

const problemsOf = (label: { key: KeyLabel }, records: readonly LoadRecord[]) => {
  const load = loadOf(records);
  return load === undefined ? [] : wholeness.problemsOf(label, load).map(({ reason }) => reason);
};

/** A process in which the key free#1 was stopped and pro#1 was not. */
function stopped(
  closing: LoadRecord,
  last = exchangeOf('free#1', 0, 0, { status: 429, headers: [['Retry-After', '9000']] }),
): LoadRecord[] {
  const [, ...others] = processOf(['pro#1'], 0);
  return [startOf(['free#1', 'pro#1'], 0), ...others, last, closing, endOf(100, [INVALID])];
}

describe('a complete experiment', () => {
  it('has every line and its closing record', () => {
    const load = [...processOf(['free#1', 'pro#1'], 0), endOf(2_000)];
    expect([...problemsOf(free, load), ...problemsOf(pro, load)]).toEqual([]);
  });

  it('is complete if an experiment with another key was stopped', () => {
    const load = stopped(closingOf('free#1', 50, 1, { stopped: 'exhausted', refused: 1 }));
    expect(problemsOf(pro, load)).toEqual([]);
  });
});

describe('an experiment that sent less because the service refused', () => {
  const spared = [startOf(['free#1', 'pro#1'], 0), ...processOf(['pro#1'], 0).slice(1)];

  it.each([
    ['in the burst', { stopped: 'refusals' }],
    ['in the top-up: 8 refused', { planned: 4, refused: 8 }],
  ] as const)('is complete: %s', (_, given) => {
    const records = [...spared, exchangeOf('free#1', 0, 0, { status: 200 }), closingOf('free#1', 50, 1, given)];
    for (const label of [free, pro]) expect(problemsOf(label, [...records, endOf(100, [INVALID])])).toEqual([]);
  });

  it('is incomplete with fewer refusals', () => {
    const closing = closingOf('free#1', 50, 1, { planned: 4, refused: 7 });
    const records = [...spared, exchangeOf('free#1', 0, 0, { status: 200 }), closing, endOf(100, [INVALID])];
    expect(problemsOf(pro, records)).toEqual([INVALID.message]);
  });

  it('is complete if the paced phase was held back', () => {
    const held = { v: 1, kind: 'held', at: 5, key: 'free#1', instance: 'free_1', phase: 'sustain' } as const;
    const records = [...processOf(['free#1'], 0), held, endOf(100, [INVALID])];
    expect(problemsOf(free, records)).toEqual([]);
  });
});

describe('an incomplete experiment names the plainest reason first', () => {
  it.each([
    [{ stopped: 'exhausted', refused: 1 }, /^free#1 was exhausted before the run .*Retry-After: 9000.*the daily limit/],
    [{ stopped: 'exhausted', refused: 2 }, /^free#1 was exhausted before the run, and again .*another client/],
    [{ stopped: 'unanswered' }, /^too many requests with free#1 got no response/],
    [{ stopped: 'deadline' }, /^the burst with free#1 did not fit into a window/],
    [{ stopped: 'not-admitted' }, /^the first request with free#1 was neither 2xx nor 429/],
  ] as const)('%j', (given, reason) => {
    const problems = problemsOf(free, stopped(closingOf('free#1', 50, 1, given)));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(reason);
  });

  it.each([
    ['k6 was killed', [...processOf(['free#1'], 0), endOf(9, [{ kind: 'exit', message: 'killed' }])], ['killed']],
    ['a line is missing', processOf(['free#1'], 0).toSpliced(2, 1), [expect.stringContaining('free#1')]],
    ['no closing line', processOf(['free#1'], 0).slice(0, -1), ['free#1: the experiment has no closing record']],
    ['nothing began', [endOf(9)], ['the journal has no first record: k6 sent nothing']],
    ['nothing explains what k6 says', [...processOf(['free#1'], 0), endOf(9, [INVALID])], [INVALID.message]],
  ])('%s', (_name, load, problems) => {
    expect(problemsOf(free, load)).toEqual(problems);
  });

  it('does not count a leak that was removed, nor a stop for too many refusals', () => {
    const leaked = [...processOf(['free#1'], 0), endOf(9, [{ kind: 'leak', message: 'a key' }])];
    expect(problemsOf(free, leaked)).toEqual([]);
    expect(problemsOf(free, stopped(closingOf('free#1', 50, 1, { stopped: 'refusals' })).slice(0, -1))).toEqual([]);
  });
});
