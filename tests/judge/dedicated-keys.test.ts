import { expect, it } from 'vitest';
import { type LoadRecord, loadOf } from '../../src/exchange/index.ts';
import { judgeRun } from '../../src/judge/judge-run.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { headOf, SETTINGS } from '../trace.ts';
import { closingOf, endOf, exchangeOf, startOf } from './load-records.ts';

const limits = {
  plans: [{ plan: 'free', key: 'free#1', perMinute: 60, perDay: 20, otherPlans: {} }],
  ...{ refusals: 8, connections: 50, sustainWindows: 0 },
  daily: { free: 'free#3' },
  ban: { free: 'free#4' },
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
const ban = startOf(['free#4'], 0, 'ban');
const daily = { ...exchangeOf('free#3', 0, 0, { status: 200 }), phase: 'daily' };

const CASES: Readonly<Record<string, readonly [id: string, load: readonly LoadRecord[]]>> = {
  'whose turn never came': ['limit.daily', [endOf(0)]],
  'that is no key': [
    'limit.daily',
    [
      day,
      exchangeOf('free#3', 0, 0, { status: 401 }),
      { ...closingOf('free#3', 1, 1, { stopped: 'not-admitted' }), role: 'prepare' } as LoadRecord,
    ],
  ],
  'that is never refused': [
    'limit.ban',
    [
      ban,
      exchangeOf('free#4', 0, 0, { status: 200 }),
      { ...closingOf('free#4', 1, 1), skipped: [{ phase: 'ban', reason: 'none' }] } as LoadRecord,
    ],
  ],
  'whose journal was cut off': ['limit.daily', [day, daily]],
};

it('these dedicated keys prove nothing', () =>
  expectLines(goldenIn(import.meta.dirname)('dedicated-keys.txt'), CASES, ([id, load]) => `${reasonOf(id, load)}`));

it('the end of its process affects only the dedicated key', () => {
  const load = [day, daily, endOf(0, [{ kind: 'exit', message: 'k6 crashed' }], 'daily')];
  expect(reasonOf('limit.daily', load)).toBe('k6 crashed');
  for (const id of ['limit.admits-plan', 'limit.ban']) expect(reasonOf(id, load)).not.toContain('k6 crashed');
});
