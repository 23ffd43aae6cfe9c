import { rows } from '../../table.ts';
import { answer, type Draft, type HeaderChange, lost, START } from '../../trace.ts';

const RESET = START / 1000 + 60;
const list = (headers: HeaderChange = {}, given: Partial<Draft> = {}): Draft =>
  answer('list.minimum', { headers, ...given });
const limited = (limit: number) => list({ 'X-RateLimit-Limit': limit });
/** Lists that show these Remaining one after the other, 100 ms apart. */
const counting = (remaining: readonly (number | string)[], headers: HeaderChange = {}): Draft[] =>
  remaining.map((value) => list({ 'X-RateLimit-Remaining': value, ...headers }));
const page = {
  status: 503,
  body: '<html>',
  headers: { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null },
};

const NOW = START / 1000;
const clock = (date: number, reset: number, more: HeaderChange = {}): HeaderChange => ({
  Date: new Date(date * 1000).toUTCString(),
  'X-RateLimit-Reset': reset,
  ...more,
});
const used = (remaining: number): HeaderChange => ({ 'X-RateLimit-Remaining': remaining });
/** Two lists at once, with a Reset so many seconds ahead, the second of them after many others. */
const cells = (ahead: number, remaining: number): Draft[] =>
  [59, remaining].map((left) => list(clock(NOW, NOW + ahead, used(left))));
/** A list so many seconds later, with its Reset and Remaining. */
const later = (seconds: number, reset: number, remaining: number): Draft =>
  list(clock(NOW + seconds, NOW + reset, used(remaining)), { at: seconds * 1000 });
const edge = (remaining: number): HeaderChange => ({
  'X-RateLimit-Remaining': remaining,
  'X-RateLimit-Reset': RESET + 60,
});

/** Six of 60 requests return, twice, so many milliseconds apart. */
const portions = (apart: number): Draft[] => [
  ...counting(Array.from({ length: 11 }, (_, index) => 59 - index)),
  ...[54, 53, 58, 57].map((left, index) =>
    list(used(left), { at: 2000 + apart * Math.floor(index / 2) + 100 * (index % 2) }),
  ),
];

/** A sliding window that returns the first requests, two at a time, while the last ones are sent a window later. */
const sliding = (first: readonly number[]): Draft[] => [
  ...first.map((left, index) => later(index / 10, 60 + index / 10, left)),
  ...[30, 32, 34, 36].map((left, index) => later(61 + index / 10, 121 + index / 10, left)),
];
const falling = Array.from({ length: 30 }, (_, index) => 59 - index);

const get = (remaining: number, given: Partial<Draft> = {}): Draft =>
  answer('get.not-found', { status: 404, headers: used(remaining), ...given });
/** A list with the scheme in lower case. */
const lower = (remaining: number, at?: number): Draft =>
  list(at === undefined ? used(remaining) : edge(remaining), {
    sent: { headers: [['Authorization', 'bearer {key}']] },
    ...(at === undefined ? {} : { at }),
  });

rows('rate.headers-present', [
  ['holds a 429 to it too', [list(), list({ 'X-RateLimit-Reset': null }, { status: 429 })], 'fail', /429/],
  ['balancers', [list(), answer('list.maximum', page)], 'pass'],
  ['unlisted paths', [list(), answer('auth.unknown-path', { ...page, status: 404 })], 'pass'],
  ['nothing was answered', [lost('list.minimum')], 'inconclusive'],
  ['the run did not finish', { exchanges: [list()], end: null }, 'inconclusive'],
  ['fails even if the run did not finish', { exchanges: [list({ 'X-RateLimit-Limit': null })], end: null }, 'fail'],
]);

rows('rate.single-integer', [
  ['a no-break space', [list({ 'X-RateLimit-Limit': '\u00a060' })], 'fail'],
  ['overlooks blanks around a value', [list({ 'X-RateLimit-Limit': ' 60 ' })], 'pass'],
  ['leaves a fraction of Reset to rate.reset-integer', [list({ 'X-RateLimit-Reset': `${RESET}.5` })], 'pass'],
]);

rows('rate.reset-integer', [['a fraction', [list({ 'X-RateLimit-Reset': `${RESET}.25` })], 'fail']]);

rows('rate.limit-matches-plan', [
  ['the day number, though another plan has it for the minute', [limited(1000)], 'pass'],
  ['the minute or the day', { settings: { otherPlans: {} }, exchanges: [list(), limited(1000)] }, 'pass'],
  ['the numbers of another plan', [limited(300)], 'fail', /plan pro/],
  ['only some answers show another plan', [list(), limited(300)], 'fail', /1 of 2/],
  ['the numbers of a 401', [list(), answer('auth.cut', { status: 401, headers: { 'X-RateLimit-Limit': 10 } })], 'pass'],
  ['without a Limit', [list({ 'X-RateLimit-Limit': null })], 'inconclusive'],
]);

rows('rate.remaining-counts-down', [
  ['it repeats each value', counting([59, 59, 57, 57, 55, 55, 53, 53]), 'fail', /did not fall for 4 of 7/],
  ['it falls by two each time', counting([58, 56, 54, 52, 50, 48]), 'inconclusive', 'alternating-client'],
  [
    'it falls by two for creates, and by one for lists',
    [
      ...counting([59, 58, 57, 56, 55]),
      ...[53, 51, 49, 47, 45, 43].map((left) =>
        answer('create.rejects.missing-name', { status: 400, headers: { 'X-RateLimit-Remaining': left } }),
      ),
    ],
    'fail',
    'remaining-falls-more',
  ],
  ['suspects a restart if it restarted once', counting([50, 49, 48, 59, 58, 57, 56]), 'inconclusive', /restarted/],
  ['it restarted twice', counting([50, 49, 59, 58, 57, 59, 58]), 'fail'],
  ['it falls irregularly', counting([59, 58, 40, 39, 38]), 'inconclusive', 'remaining-fell-irregularly'],
  ['two windows', [...counting([30, 29]), list(edge(59), { at: 60_500 }), list(edge(58)), list(edge(57))], 'pass'],
  ['stored answers', [...counting([59]), list({ 'X-RateLimit-Remaining': 12, Age: 7 }), ...counting([58])], 'pass'],
  [
    'overlooks the numbers of a 401',
    [
      ...counting([59]),
      answer('auth.cut', { status: 401, headers: { 'X-RateLimit-Remaining': 3 } }),
      ...counting([58, 57]),
    ],
    'pass',
  ],
  [
    'a bucket that is full again before each request',
    [0, 1, 2, 3, 4].map((n) =>
      list(clock(NOW + 5 * n, NOW + 5 * n + 1, { 'X-RateLimit-Remaining': 59 }), { at: 5000 * n }),
    ),
    'inconclusive',
  ],
  ['with one answer', counting([59]), 'inconclusive'],
  ['without Remaining', counting(['', '', '']), 'inconclusive'],
  ['`bearer KEY` counts apart', [...counting([19]), lower(59), ...counting([18])], 'fail', 'counter-per-spelling'],
  [
    '`bearer KEY` counts apart, and so does `Bearer KEY`',
    [...counting([21, 58, 20]), lower(57), ...counting([19])],
    'fail',
    'counted-elsewhere',
  ],
  [
    'each request of one kind draws two, and no other does',
    [59, 58, 57, 55, 54, 52, 51, 49].map((left, index) =>
      list(used(left), { sent: { path: index > 2 && index % 2 === 1 ? '/pets?status=sold' : '/pets' } }),
    ),
    'fail',
    'uneven-draw',
  ],
  [
    'takes extra falls that no kind of request explains for those of another client',
    [59, 58, 57, 55, 54, 52, 51, 49].map((left) => list(used(left), { sent: { path: '/pets' } })),
    'inconclusive',
    'remaining-fell-irregularly',
  ],
  ['`bearer KEY` counts like any other', [...counting([19]), lower(18), ...counting([17, 16])], 'pass'],
  ['a new window, `bearer KEY`', [...counting([30, 29]), lower(59, 60_500), list(edge(58)), list(edge(57))], 'pass'],
  ['the first window of a long run decides if later requests got quota back', sliding(falling), 'pass'],
  [
    'a violation in the first window of a long run',
    sliding(falling.map((left, index) => (index % 10 > 7 ? left + 5 : left))),
    'fail',
    'remaining-rose',
  ],
  ['a portion of the quota each 6 s', portions(6_000), 'pass'],
  ['portions too soon after each other', portions(1_000), 'fail', 'remaining-rose'],
]);

rows('rate.counts-every-operation', [
  [
    'one each',
    [...counting([50, 49]), get(59), ...counting([48]), get(58), ...counting([47]), get(57)],
    'fail',
    /10 higher than the 49 of/,
  ],
  [
    'an operation that is not counted',
    [...counting([59, 58]), ...[58, 58, 58, 58, 58].map((left) => get(left)), ...counting([57, 56])],
    'fail',
    /did not fall for 4 of 4 requests of GET \/pets\/\{petId\}; they do not draw on the counter of GET \/pets \|/,
  ],
  [
    'one counter that shows each value twice',
    [...counting([59, 59]), ...[57, 57, 55, 55, 53, 53].map((left) => get(left)), ...counting([51, 51, 49, 49])],
    'pass',
  ],
  ['with one operation', counting([59, 58]), 'inconclusive', 'no-remaining-across-operations'],
]);

/** A Reset so many seconds ahead by our clock, without Date. */
const aheadBy = (seconds: number) => clock(NOW, NOW + seconds, { Date: null });

rows('rate.reset-in-window', [
  ['at the window and a second of rounding', [list(clock(NOW, NOW + 61))], 'pass'],
  ['at now, as full buckets say', [list(clock(NOW, NOW - 1))], 'pass'],
  ['passes by a clock that is minutes off', [list(clock(NOW - 400, NOW - 360))], 'pass'],
  ['fails more than two windows ahead', [list(clock(NOW, NOW + 130))], 'fail', /130 s after/],
  ['only a sliding counter explains it', [list(clock(NOW, NOW + 110))], 'inconclusive', 'reset-beyond-window'],
  ['it moves with the cells', [...cells(110, 58), later(56, 170, 46)], 'pass'],
  ['near later', [...cells(90, 58), later(36, 90, 46)], 'fail', 'reset-too-far-once'],
  ['quota before it', [...cells(118, 40), later(64, 182, 59)], 'fail', 'reset-after-refill'],
  [
    'fails two days ahead if Limit is the day number',
    { settings: { otherPlans: {} }, exchanges: [list(clock(NOW, NOW + 170_000, { 'X-RateLimit-Limit': 1000 }))] },
    'fail',
  ],
  ['passes by our clock if a gateway writes another Date', [list(clock(NOW + 600, NOW + 30))], 'pass'],
  [
    'passes for a day if Limit is the day number',
    { settings: { otherPlans: {} }, exchanges: [list(clock(NOW, NOW + 80_000, { 'X-RateLimit-Limit': 1000 }))] },
    'pass',
  ],
  ['a slow answer whose window ended while it was made', [list(clock(NOW + 8, NOW + 1), { took: 8000 })], 'pass'],
  ['no Date, our own clock does not fit', [list(aheadBy(500))], 'inconclusive', /Date/],
  ['no Date, a clock before ours', [list(aheadBy(65)), list(aheadBy(64))], 'pass'],
  ['no Date, no clock fits both', [list(aheadBy(68)), list(aheadBy(-6))], 'inconclusive', /Date/],
  ['without a Date if our own clock fits', [list({ Date: null })], 'pass'],
  ['overlooks stored answers', [list(), list(clock(NOW, NOW - 500, { Age: 500 }))], 'pass'],
  [
    'leaves the window of whoever has no key open',
    [list(), answer('auth.cut', { status: 401, headers: clock(NOW, NOW + 2400, { 'X-RateLimit-Limit': 20 }) })],
    'pass',
  ],
  ['leaves deltas to rate.reset-unix-seconds', [list({ 'X-RateLimit-Reset': 42 })], 'inconclusive'],
]);

rows('rate.draft-headers', [
  [
    'named',
    [list({ RateLimit: '"a";r=1', 'ratelimit-policy': '"a";q=60' })],
    'observed',
    /\["ratelimit","ratelimit-policy"\]/,
  ],
]);
/** Lists a second apart, whose Resets are so many seconds later than the first. */
const styled = (...later: readonly number[]): Draft[] =>
  later.map((seconds, index) => list({ 'X-RateLimit-Reset': RESET + seconds }, { at: index * 1_000 }));

rows('rate.window-style', [
  ['constant', styled(0, 0, 0, 0, 0), 'observed', /constant/],
  ['constant in each of two windows', styled(0, 0, 0, 0, 60, 60), 'observed', /constant/],
  ['constant, but only for a moment', counting([5, 4, 3, 2, 1]), 'inconclusive', 'reset-seen-too-briefly'],
  ['moving by a second at a time', styled(0, 1, 2, 3, 4), 'observed', /moving/],
  ['rounded up and down', styled(0, 1, 0, 1, 0), 'observed', /constant/],
  ['moving', [0, 2, 4, 6, 8].map((n) => list({ 'X-RateLimit-Reset': RESET + n })), 'observed', /moving/],
]);
rows('rate.counts-unauthorized', [
  ['draws', [...counting([59]), answer('auth.cut', 401), ...counting([57])], 'observed', /"drawsOnTheKey":true/],
  [
    'is seen not to',
    [...counting([59]), answer('auth.cut', { status: 401, headers: { 'X-RateLimit-Limit': 10 } }), ...counting([58])],
    'observed',
    /"drawsOnTheKey":false,"limitsShown":\[10\]/,
  ],
]);
