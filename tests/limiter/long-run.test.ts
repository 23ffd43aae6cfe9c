import { describe, expect, it } from 'vitest';
import { gather } from '../../src/limiter/evidence/evidence.ts';
import { observeBan } from '../../src/limiter/requirements/ban.ts';
import { judgeDaily } from '../../src/limiter/requirements/daily.ts';
import { experiment, list, type Row } from './exchanges.ts';

/** Seconds between two requests; a day has 20. */
const PACE = 6;
const END_OF_DAY = 80_000;

const admitted = (count: number, row: Partial<Row> = {}): Row[] =>
  Array.from({ length: count }, (_, index) => ({ ...list(index * PACE, 5, 60, 'daily'), ...row }));
const refused = (at: number, row: Partial<Row> = {}): Row => ({ ...list(at, 0, 60, 'daily'), status: 429, ...row });
const ofDay = (perDay = 20) => ({ limit: perDay, remaining: 0, reset: END_OF_DAY });

const judged = (rows: readonly Row[], more: Parameters<typeof experiment>[1] = {}) =>
  judgeDaily(gather(experiment(rows, { perDay: 20, ...more })));

describe('limit.daily, with a key that is set aside', () => {
  const until = 20 * PACE;

  const cases: readonly (readonly [name: string, rows: readonly Row[], kind: string, says?: string])[] = [
    ['the day refuses', [...admitted(20), refused(until, ofDay())], 'holds'],
    ['refusals of the minute for two windows', [...admitted(20), refused(until), refused(until + 130)], 'holds'],
    ['a refusal of the minute', [...admitted(20), refused(until)], 'undecided', 'the daily limit'],
    ['served two windows later', [...admitted(20), refused(until), list(until + 130, 5, 60, 'daily')], 'undecided'],
    ['used before', [...admitted(12), refused(12 * PACE, ofDay())], 'undecided', 'used before'],
    ['a little used before', [...admitted(18), refused(18 * PACE, ofDay())], 'holds'],
    ['refills meanwhile', [...admitted(21), refused(21 * PACE, ofDay())], 'holds'],
    ['more, in which a day may have ended', [...admitted(30), refused(30 * PACE, ofDay())], 'undecided', 'ended'],
    ['none refused', admitted(28), 'undecided', 'none refused'],
    ['more than a day of one Reset', admitted(28, { limit: 20, remaining: 0, reset: END_OF_DAY }), 'broken'],
    ['more without Reset', admitted(28, { limit: 20, remaining: 0, reset: 'soon' }), 'undecided', 'none refused'],
    ['more than two days', admitted(60), 'broken'],
  ];
  for (const [name, rows, kind, says = ''] of cases)
    it(name, () => {
      const outcome = judged(rows);
      expect(outcome).toMatchObject({ kind });
      expect('reason' in outcome ? outcome.reason : says).toContain(says);
    });

  it('an incomplete journal shows no day', () => {
    expect(judged([...admitted(20), refused(until, ofDay())], { complete: false })).toMatchObject({
      kind: 'undecided',
    });
  });
});

describe('limit.ban', () => {
  const ban = (status: number, at: number): Row => ({ at, status, phase: 'ban' });
  const later = (status: number): Row => ({ at: 90, status, phase: 'recovery-retry-after' });
  const burst: Row = { at: 0, status: 429 };

  it.each<readonly [name: string, rows: readonly Row[], value: object]>([
    [
      'banned, and still after the wait',
      [burst, ban(429, 1), ban(403, 2), later(403)],
      { sent: 2, banned: true, afterRefusals: 2, status: 403, servedAgain: false, statusAfterRetryAfter: 403 },
    ],
    ['banned for a while', [burst, ban(403, 1), later(200)], { banned: true, afterRefusals: 1, servedAgain: true }],
    ['never banned', [burst, ban(429, 1), ban(200, 60)], { banned: false, afterRefusals: 2, servedAgain: true }],
    ['cut off', [burst, ban(0, 1), ban(0, 2)], { banned: false, unanswered: 2, servedAgain: null }],
  ])('%s', (_, rows, value) => expect(observeBan(gather(experiment(rows)))).toMatchObject({ kind: 'observed', value }));
});
