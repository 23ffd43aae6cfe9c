import { expect, it } from 'vitest';
import { type Experiment, judgeLimits, type LimitRequirementId } from '../../src/limiter/index.ts';
import type { Outcome } from '../../src/rules/outcome.ts';
import { changed, conforming, ERROR, experiment, is, list, type Row, replace } from './exchanges.ts';

type Case = readonly [
  name: string,
  id: LimitRequirementId,
  kind: 'broken' | 'undecided' | 'holds',
  says: RegExp,
  rows: readonly Row[],
  more?: Partial<Experiment>,
];

const SIXTY = { perWindow: 60 };

const burst = (from: number, remaining: number, reset: number): Row =>
  list(0.1 + from / 1_000, remaining, reset, 'burst', 60);

/** What is missing comes back evenly, and Reset says when all of it is there. */
const whenFull = (remaining: number): number => Math.ceil(0.2 + (60 - remaining));

const calibrated = list(0, 59, 1, 'calibrate', 60);

/** 26 of 60 requests admitted, the others refused at once: more refusals than the rules look at one by one. */
const half = changed(
  (row, index) => (index > 26 && index < 60 ? { ...row, status: 429, remaining: 0, retryAfter: '60' } : row),
  60,
);

/** The window is longer than said, and each refusal from then on says 1. */
const overdue: readonly Row[] = [
  ...conforming(180).slice(0, 185),
  { phase: 'recovery-retry-after', at: 60.6, status: 429, limit: 180, remaining: 0, reset: 60, retryAfter: '1' },
  { phase: 'recovery-reset', at: 63, status: 429, limit: 180, remaining: 0, reset: 60, retryAfter: '1' },
];

const always = (retryAfter: string) => changed((row) => (row.status === 429 ? { ...row, retryAfter } : row));

/** What the kill matrix with the real k6 taught the judge. */
const CASES: readonly Case[] = [
  ['more than 24 refusals in the burst', 'limit.admits-plan', 'broken', /^refused-too-early:/, half, SIXTY],
  [
    'lists above the limit answered 400',
    'limit.status',
    'broken',
    /^refused-without-429:/,
    changed((row) => (row.status === 429 ? { ...row, status: 400, body: ERROR } : row)),
  ],
  [
    'answers with 500 in the middle of the burst are no refusals',
    'limit.status',
    'holds',
    /^$/,
    changed((row, index) => (index === 4 || index === 6 ? { ...row, status: 500, body: ERROR } : row)),
  ],
  [
    'another operation with a limit of its own says nothing of Reset',
    'limit.reset-true',
    'holds',
    /^$/,
    replace(is('operations', 'getPet'), { status: 404, remaining: 9 }),
  ],
  [
    'a promise kept neither now nor two seconds later',
    'limit.retry-after-sufficient',
    'broken',
    /^refused-after-retry-after:/,
    overdue,
    { perWindow: 180 },
  ],
  [
    'an hour is no wait in milliseconds',
    'limit.retry-after-unit',
    'undecided',
    /^retry-after-unit-unknown:/,
    always('3600'),
  ],
  ['an hour is too long', 'limit.retry-after-reasonable', 'broken', /Retry-After: 3600/, always('3600')],
  ['a whole window when half of it is over', 'limit.retry-after-reasonable', 'broken', /Retry-After: 60/, always('60')],
  [
    'a timer that fills a bucket may go off within the burst',
    'limit.rejects-excess',
    'undecided',
    /^excess-or-refill:/,
    [
      calibrated,
      ...Array.from({ length: 59 }, (_, index) => burst(index, 58 - index, whenFull(58 - index))),
      ...Array.from({ length: 5 }, (_, index) => burst(60 + index, 4 - index, whenFull(4 - index))),
    ],
    SIXTY,
  ],
  [
    'two buckets side by side are not explained by a timer',
    'limit.rejects-excess',
    'broken',
    /^several-counters:/,
    [
      calibrated,
      ...Array.from({ length: 39 }, (_, index) => [58 - index, 59 - index].map((left) => ({ index, left })))
        .flat()
        .map(({ index, left }) => burst(index, left, whenFull(left))),
    ],
    SIXTY,
  ],
  [
    'one look cannot tell a fast refill from a step of a timer',
    'limit.refill-rate',
    'undecided',
    /^refill-range-too-wide:/,
    [...conforming(60).slice(0, 64), list(15.5, 28, 46, 'half-window', 60)],
    SIXTY,
  ],
  [
    'steps of half the limit are no shorter window',
    'limit.window-is-a-minute',
    'undecided',
    /./,
    [
      ...conforming(60)
        .slice(0, 64)
        .map((row) => ({ ...row, ...(row.status === 429 ? { retryAfter: '2', reset: 31 } : {}) })),
      list(31.5, 59, 61, 'half-window', 60),
    ],
    SIXTY,
  ],
  [
    'a timer that brings 57 every 57 s is no shorter window',
    'limit.window-is-a-minute',
    'undecided',
    /./,
    [
      ...conforming(60)
        .slice(0, 65)
        .map((row) => ({ ...row, reset: 57 })),
      { ...list(55, 0, 57, 'before-reset', 60), status: 429, retryAfter: '2' },
      list(57.1, 56, 114, 'recovery-retry-after', 60),
      list(59, 55, 114, 'recovery-reset', 60),
    ],
    SIXTY,
  ],
  [
    'steps, and a wait until all is back: no shorter window',
    'limit.window-is-a-minute',
    'undecided',
    /./,
    [
      ...conforming(60)
        .slice(0, 64)
        .map((row) => (row.status === 429 ? { ...row, retryAfter: '51', reset: 51 } : row)),
      list(32, 34, 63, 'half-window', 60),
      list(51.5, 58, 63, 'recovery-retry-after', 60),
    ],
    SIXTY,
  ],
  [
    'small cells, and a list shortly before Reset: no shorter window',
    'limit.window-is-a-minute',
    'undecided',
    /./,
    [
      ...conforming(60)
        .slice(0, 65)
        .map((row) => ({
          ...row,
          reset: 62,
          ...(row.status === 429 ? { retryAfter: String(62 - Math.floor(row.at)) } : {}),
        })),
      list(59.5, 20, 119, 'before-reset', 60),
    ],
    SIXTY,
  ],
  [
    'a whole limit long after Reset does not tell when it came back',
    'limit.reset-true',
    'undecided',
    /^back-at-unknown-moment:/,
    changed((row) => (row.at > 58 ? { ...row, at: row.at + 18, reset: 141 } : { ...row, reset: 60 }), 60),
    SIXTY,
  ],
];

for (const [name, id, kind, says, rows, more] of CASES)
  it(`${name}: ${id} is ${kind}`, () => {
    const outcome = judgeLimits(experiment(rows, more)).outcomes[id];
    expect(outcome).toMatchObject({ kind });
    expect(saidBy(outcome)).toMatch(says);
  });

function saidBy(outcome: Outcome): string {
  if (outcome.kind === 'broken') return outcome.findings.map(({ code, message }) => `${code}: ${message}`).join('\n');
  return outcome.kind === 'undecided' ? `${outcome.code}: ${outcome.reason}` : '';
}
