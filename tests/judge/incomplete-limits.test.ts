import { expect, it } from 'vitest';
import { loadOf } from '../../src/exchange/journal/load.ts';
import type { LoadRecord } from '../../src/exchange/records/load-record.ts';
import { judgeRun } from '../../src/judge/check.ts';
import { problemsOf } from '../../src/judge/limits/completeness.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { headOf, SETTINGS } from '../trace.ts';
import { closingOf, endOf, exchangeOf, processOf, startOf } from './load-records.ts';

const problem = (kind: string) => [{ kind, message: `k6 said: ${kind}` }];
const INVALID = endOf(100, problem('invalid'));
const held = { v: 1, kind: 'held', at: 5, key: 'free#1', instance: 'free_1', phase: 'sustain' } as const;

/** A process whose key pro#1 is complete, and whose key free#1 has one response and this closing record. */
function together(given: Parameters<typeof closingOf>[3], status = 200): LoadRecord[] {
  const [, ...others] = processOf(['pro#1'], 0);
  const last = exchangeOf('free#1', 0, 0, { status, headers: [['Retry-After', '9000']] });
  return [startOf(['free#1', 'pro#1'], 0), ...others, last, closingOf('free#1', 50, 1, given), INVALID];
}
const stopped = (stop: 'exhausted' | 'unanswered' | 'deadline' | 'not-admitted' | 'refusals', refused = 1) =>
  together({ stopped: stop, refused }, 429);

const free = processOf(['free#1'], 0);

const CASES: Readonly<Record<string, readonly LoadRecord[]>> = {
  complete: [...processOf(['free#1', 'pro#1'], 0), endOf(2_000)],
  'stopped by refusals in the burst': together({ stopped: 'refusals' }),
  'sent less than planned': together({ planned: 4 }),
  'the paced phase was held back': [...free, held, INVALID],
  'exhausted before the run': stopped('exhausted'),
  'exhausted again': stopped('exhausted', 2),
  unanswered: stopped('unanswered'),
  'past the deadline': stopped('deadline'),
  'not admitted': stopped('not-admitted'),
  'k6 was killed': [...free, endOf(9, problem('exit'))],
  'a line is missing': free.toSpliced(2, 1),
  'no closing line': free.slice(0, -1),
  'lines of the paced part are missing': [...free.slice(0, -1), closingOf('free#1', 50, 4, { role: 'paced' })],
  'nothing began': [endOf(9)],
  'nothing explains what k6 says': [...free, INVALID],
  'a leak that was redacted': [...free, endOf(9, problem('leak'))],
};

it('an experiment is incomplete for these reasons, for each key', async () => {
  await expectLines(goldenIn(import.meta.dirname)('completeness.txt'), CASES, (records) => {
    const load = loadOf(records);
    if (load === undefined) throw new Error('no record');
    const about = (key: 'free#1' | 'pro#1') => problemsOf(key, load).map(({ reason }) => reason);
    return JSON.stringify({ free: about('free#1'), pro: about('pro#1') });
  });
});

const limits = {
  plans: [{ plan: 'free', key: 'free#1', perMinute: 60, perDay: 20 }],
  sustainWindows: 0,
  daily: { free: 'free#3' },
} as const;

function reasonOf(id: string, records: readonly LoadRecord[]) {
  const head = { ...headOf(SETTINGS), command: 'limits', limits };
  const load = loadOf(records);
  const trace = { head, exchanges: [], skips: [], waits: [], end: null, ...(load === undefined ? {} : { load }) };
  const verdict = judgeRun(trace).verdicts.find((one) => one.id === id);
  expect(verdict).toMatchObject({ verdict: 'inconclusive', plan: 'free' });
  return verdict?.reason;
}

const day = startOf(['free#3'], 0, 'daily');
const daily = { ...exchangeOf('free#3', 0, 0, { status: 200 }), phase: 'daily' };

const DEDICATED: Readonly<Record<string, readonly [id: string, load: readonly LoadRecord[]]>> = {
  'whose turn never came': ['limit.daily', [endOf(0)]],
  'that is no key': [
    'limit.daily',
    [
      day,
      exchangeOf('free#3', 0, 0, { status: 401 }),
      { ...closingOf('free#3', 1, 1, { stopped: 'not-admitted' }), role: 'prepare' } as LoadRecord,
    ],
  ],
  'whose journal was cut off': ['limit.daily', [day, daily]],
};

it('these dedicated keys prove nothing', () =>
  expectLines(goldenIn(import.meta.dirname)('dedicated-keys.txt'), DEDICATED, ([id, load]) => `${reasonOf(id, load)}`));

it('the end of its process affects only the dedicated key', () => {
  const load = [day, daily, endOf(0, [{ kind: 'exit', message: 'k6 crashed' }], 'daily')];
  expect(reasonOf('limit.daily', load)).toBe('k6 crashed');
  expect(reasonOf('limit.admits-plan', load)).not.toContain('k6 crashed');
});
