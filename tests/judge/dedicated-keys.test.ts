import { expect, it } from 'vitest';
import { type LoadRecord, loadOf } from '../../src/exchange/index.ts';
import { judgeRun } from '../../src/judge/judge-run.ts';
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

it.each<readonly [name: string, id: string, reason: string, load: readonly LoadRecord[]]>([
  ['whose turn never came', 'limit.daily', 'the run ended before this key was used', [endOf(0)]],
  [
    'that is no key',
    'limit.daily',
    'the key cannot be used: its last request returned status 401',
    [
      day,
      exchangeOf('free#3', 0, 0, { status: 401 }),
      { ...closingOf('free#3', 1, 1, { stopped: 'not-admitted' }), role: 'prepare' } as LoadRecord,
    ],
  ],
  [
    'that is never refused',
    'limit.ban',
    'none',
    [
      ban,
      exchangeOf('free#4', 0, 0, { status: 200 }),
      { ...closingOf('free#4', 1, 1), skipped: [{ phase: 'ban', reason: 'none' }] } as LoadRecord,
    ],
  ],
  ['whose journal was cut off', 'limit.daily', 'free#3: the experiment has no closing record', [day, daily]],
])('a dedicated key %s proves nothing', (_, id, reason, load) => expect(reasonOf(id, load)).toBe(reason));

it('the end of its process affects only the dedicated key', () => {
  const load = [day, daily, endOf(0, [{ kind: 'exit', message: 'k6 crashed' }], 'daily')];
  expect(reasonOf('limit.daily', load)).toBe('k6 crashed');
  for (const id of ['limit.admits-plan', 'limit.ban']) expect(reasonOf(id, load)).not.toContain('k6 crashed');
});
