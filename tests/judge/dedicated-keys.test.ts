import { describe, expect, it } from 'vitest';
import {
  type EndedTrace,
  type Exchange,
  type K6Record,
  type LimitSettings,
  type LoadRecord,
  loadOf,
} from '../../src/exchange/index.ts';
import { judgeRun } from '../../src/judge/judge-run.ts';
import { headOf, SETTINGS, START } from '../trace.ts';

const limits: LimitSettings = {
  plans: [{ plan: 'free', key: 'free#1', perMinute: 60, perDay: 20, otherPlans: {} }],
  refusals: 8,
  connections: 50,
  sustainWindows: 0,
  daily: { free: 'free#3' },
  ban: { free: 'free#4' },
};

type Label = 'free#3' | 'free#4';
const SCRIPT = { 'free#3': 'daily', 'free#4': 'ban' } as const;

const started = (key: Label): K6Record => {
  const experiments = [{ plan: 'free', key, perWindow: 60, perDay: 20, windowSeconds: 60 }];
  const config = { run: 'run-1', baseUrl: 'http://127.0.0.1:1/v1', experiments };
  return { v: 1, kind: 'start', at: START, script: SCRIPT[key], config };
};

const closed = (key: Label, closing: object): LoadRecord => ({
  ...{ v: 1, kind: 'experiment', run: 'run-1', key, plan: 'free', perWindow: 60, windowSeconds: 60 },
  ...{ instance: 'one', role: 'whole', startedAt: START, at: START, planned: 1, sent: 1, phases: {} },
  ...{ refused: 0, unanswered: 0, skipped: [] },
  ...closing,
});

const answered = (key: Label, status: number, phase = 'calibrate'): Exchange => ({
  ...{ v: 1, run: 'run-1', seq: 0, recorder: 'k6', instance: 'one', probe: `limit.${phase}`, key, phase },
  operation: 'listPets',
  sent: { at: START, method: 'GET', path: '/pets?limit=1', headers: [], body: null },
  received: { at: START + 5, status, headers: [], body: null },
});

const ended = (script: 'quota' | 'daily', ...messages: string[]): LoadRecord => ({
  ...{ v: 1, kind: 'load-end', at: START, script, k6: 'v2.2.0' },
  problems: messages.map((message) => ({ kind: 'exit', message })),
});

function verdictOn(id: string, records: readonly LoadRecord[]) {
  const load = loadOf(records);
  const head = { ...headOf(SETTINGS), command: 'limits', limits };
  const trace: EndedTrace = {
    head,
    exchanges: [],
    skips: [],
    waits: [],
    end: null,
    ...(load === undefined ? {} : { load }),
  };
  return judgeRun(trace).verdicts.find((verdict) => verdict.id === id);
}

describe('a key that is set aside', () => {
  it.each<readonly [name: string, id: string, load: readonly LoadRecord[], reason: string]>([
    ['whose turn never came', 'limit.daily', [ended('quota')], 'the run ended before this key was used'],
    [
      'that is no key',
      'limit.daily',
      [started('free#3'), answered('free#3', 401), closed('free#3', { role: 'prepare', stopped: 'not-admitted' })],
      'the key cannot be used: its last request returned status 401',
    ],
    [
      'that is never refused',
      'limit.ban',
      [started('free#4'), answered('free#4', 200), closed('free#4', { skipped: [{ phase: 'ban', reason: 'none' }] })],
      'none',
    ],
    [
      'whose journal was cut off',
      'limit.daily',
      [started('free#3'), answered('free#3', 200, 'daily')],
      'free#3: the experiment has no closing record',
    ],
  ])('%s: inconclusive', (_, id, load, reason) =>
    expect(verdictOn(id, load)).toMatchObject({ verdict: 'inconclusive', plan: 'free', reason }),
  );

  it('the end of its process affects only this key', () => {
    const load = [started('free#3'), answered('free#3', 200, 'daily'), ended('daily', 'k6 crashed')];
    expect(verdictOn('limit.daily', load)?.reason).toBe('k6 crashed');
    expect(verdictOn('limit.admits-plan', load)?.reason).not.toContain('k6 crashed');
    expect(verdictOn('limit.ban', load)?.reason).not.toContain('k6 crashed');
  });
});
