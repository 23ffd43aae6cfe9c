import { rows } from '../../table.ts';
import { answer, type Draft, type HeaderChange, lost, START } from '../../trace.ts';

const RESET = START / 1000 + 60;
const list = (headers: HeaderChange = {}, given: Partial<Draft> = {}): Draft =>
  answer('list.minimum', { headers, ...given });
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
const edge = (remaining: number): HeaderChange => ({
  'X-RateLimit-Remaining': remaining,
  'X-RateLimit-Reset': RESET + 60,
});

const get = (remaining: number, given: Partial<Draft> = {}): Draft =>
  answer('get.not-found', { status: 404, headers: used(remaining), ...given });
/** A list with the scheme in lower case. */
const lower = (remaining: number, at?: number): Draft =>
  list(at === undefined ? used(remaining) : edge(remaining), {
    sent: { headers: [['Authorization', 'bearer {key}']] },
    ...(at === undefined ? {} : { at }),
  });

rows('rate.headers-present', [
  [
    'passes on lower-case names',
    [list({ 'x-ratelimit-limit': 60, 'x-ratelimit-remaining': 1, 'x-ratelimit-reset': RESET })],
    'pass',
  ],
  ['fails where one lacks', [list({ 'X-RateLimit-Reset': null })], 'fail', /no X-RateLimit-Reset/],
  [
    'names what is there instead',
    [list({ 'X-RateLimit-Limit': null, 'RateLimit-Limit': 60 })],
    'fail',
    'rate-headers-renamed',
  ],
  [
    'fails where only 404s lack them, and counts',
    [list(), answer('get.not-found', { status: 404, headers: { 'X-RateLimit-Limit': null } }), list()],
    'fail',
    'rate-headers-missing',
  ],
  ['holds a 429 to it too', [list(), list({ 'X-RateLimit-Reset': null }, { status: 429 })], 'fail', /429/],
  ['leaves balancers alone', [list(), answer('list.maximum', page)], 'pass'],
  ['leaves unlisted paths alone', [list(), answer('auth.unknown-path', { ...page, status: 404 })], 'pass'],
  ['has nothing to look at where nothing was answered', [lost('list.minimum')], 'inconclusive'],
  ['does not pass where the run did not finish', { exchanges: [list()], end: null }, 'inconclusive'],
  ['fails even where the run did not finish', { exchanges: [list({ 'X-RateLimit-Limit': null })], end: null }, 'fail'],
]);

rows('rate.single-integer', [
  ['fails on a no-break space', [list({ 'X-RateLimit-Limit': '\u00a060' })], 'fail'],
  ['passes on plain digits', [list()], 'pass'],
  ['overlooks blanks around a value', [list({ 'X-RateLimit-Limit': ' 60 ' })], 'pass'],
  ['leaves a fraction of Reset to rate.reset-integer', [list({ 'X-RateLimit-Reset': `${RESET}.5` })], 'pass'],
  ['fails on a second line', [list({ 'X-RateLimit-Limit': ['60', '1000'] })], 'fail', 'rate-header-repeated'],
  ['fails on a unit', [list({ 'X-RateLimit-Limit': '60;w=60' })], 'fail'],
  ['fails on an empty value', [list({ 'X-RateLimit-Remaining': '' })], 'fail', 'rate-header-malformed'],
  ['fails on a negative number', [list({ 'X-RateLimit-Remaining': '-1' })], 'fail'],
  ['fails on a date', [list({ 'X-RateLimit-Reset': '2026-11-21T12:01:00Z' })], 'fail'],
  ['fails on a thousands separator', [list({ 'X-RateLimit-Limit': '1,000' })], 'fail'],
]);

rows('rate.reset-integer', [
  ['fails on a fraction', [list({ 'X-RateLimit-Reset': `${RESET}.25` })], 'fail'],
  ['passes on whole seconds', [list()], 'pass'],
]);

rows('rate.limit-matches-plan', [
  ['passes on the minute number', [list()], 'pass'],
  [
    'passes on the day number, though another plan has it for the minute',
    [list({ 'X-RateLimit-Limit': 1000 })],
    'pass',
  ],
  [
    'passes where answers show the minute or the day',
    { settings: { otherPlans: {} }, exchanges: [list(), list({ 'X-RateLimit-Limit': 1000 })] },
    'pass',
  ],
  ['fails on another number', [list({ 'X-RateLimit-Limit': 61 })], 'fail', 'wrong-limit'],
  [
    'takes the numbers of another plan for a key of that plan',
    [list({ 'X-RateLimit-Limit': 300 })],
    'inconclusive',
    /plan pro/,
  ],
  ['fails where only some answers show another plan', [list(), list({ 'X-RateLimit-Limit': 300 })], 'fail', /1 of 2/],
  [
    'does not hold the numbers of a 401 against the plan',
    [list(), answer('auth.cut', { status: 401, headers: { 'X-RateLimit-Limit': 10 } })],
    'pass',
  ],
  ['has nothing to look at without a Limit', [list({ 'X-RateLimit-Limit': null })], 'inconclusive'],
]);

rows('rate.remaining-in-range', [
  ['passes on 0', [list({ 'X-RateLimit-Remaining': 0 })], 'pass'],
  ['passes on Limit itself, counted after', [list({ 'X-RateLimit-Remaining': 60 })], 'pass'],
  ['fails above Limit', [list({ 'X-RateLimit-Remaining': 61 })], 'fail', /from 0 to 60/],
  ['fails below 0', [list({ 'X-RateLimit-Remaining': -1 })], 'fail'],
]);

rows('rate.remaining-counts-down', [
  ['passes on 59, 58, 57', counting([59, 58, 57]), 'pass'],
  ['passes where the first is the whole limit', counting([60, 59, 58]), 'pass'],
  ['fails where it stands still', counting([59, 59, 59, 59, 59, 59]), 'fail', /59 \(#1\), 59, 59, 59, 59, 59/],
  ['shows the values that it repeats', counting([59, 59, 57, 57, 55, 55, 53, 53]), 'fail', /did not fall for 4 of 7/],
  ['fails where it rises', counting([55, 56, 57, 58, 59, 60]), 'fail'],
  [
    'suspects somebody else in turns with us where it falls by two each time',
    counting([58, 56, 54, 52, 50, 48]),
    'inconclusive',
    'alternating-client',
  ],
  [
    'fails where it falls by two for creates, and by one for lists',
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
  ['fails if it restarted twice', counting([50, 49, 59, 58, 57, 59, 58]), 'fail'],
  [
    'suspects somebody else where it falls irregularly',
    counting([59, 58, 40, 39, 38]),
    'inconclusive',
    'remaining-fell-irregularly',
  ],
  [
    'passes over the edge of a window',
    [...counting([30, 29]), list(edge(59), { at: 60_500 }), list(edge(58)), list(edge(57))],
    'pass',
  ],
  [
    'overlooks stored answers',
    [...counting([59]), list({ 'X-RateLimit-Remaining': 12, Age: 7 }), ...counting([58])],
    'pass',
  ],
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
    'proves nothing on a bucket that is full again before each request',
    [0, 1, 2, 3, 4].map((n) =>
      list(clock(NOW + 5 * n, NOW + 5 * n + 1, { 'X-RateLimit-Remaining': 59 }), { at: 5000 * n }),
    ),
    'inconclusive',
  ],
  ['proves nothing with one answer', counting([59]), 'inconclusive'],
  ['does not pass without Remaining', counting(['', '', '']), 'inconclusive'],
  [
    'fails where `bearer KEY` has a counter of its own: one key has two limits',
    [...counting([19]), lower(59), ...counting([18])],
    'fail',
    'counter-per-spelling',
  ],
  [
    'fails where each request of one kind draws two, and no other does',
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
  ['passes where `bearer KEY` counts like any other', [...counting([19]), lower(18), ...counting([17, 16])], 'pass'],
  [
    'passes where a new window began with `bearer KEY`',
    [...counting([30, 29]), lower(59, 60_500), list(edge(58)), list(edge(57))],
    'pass',
  ],
]);

rows('rate.counts-every-operation', [
  ['passes on one counter', [...counting([59, 58]), get(57), ...counting([56])], 'pass'],
  [
    'fails on a counter for each operation',
    [...counting([50, 49]), get(59), ...counting([48]), get(58), ...counting([47]), get(57)],
    'fail',
    /10 higher than the 49 of/,
  ],
  [
    'fails on an operation that is not counted',
    [...counting([59, 58]), ...[58, 58, 58, 58, 58].map((left) => get(left)), ...counting([57, 56])],
    'fail',
    'remaining-stands',
  ],
  [
    'passes on one counter that shows each value twice',
    [...counting([59, 59]), ...[57, 57, 55, 55, 53, 53].map((left) => get(left)), ...counting([51, 51, 49, 49])],
    'pass',
  ],
  ['proves nothing with one operation', counting([59, 58]), 'inconclusive', 'no-remaining-across-operations'],
]);

rows('rate.reset-unix-seconds', [
  ['passes on ten digits', [list()], 'pass'],
  ['fails on a delta', [list({ 'X-RateLimit-Reset': 42 })], 'fail', /seconds from now/],
  ['fails on milliseconds', [list({ 'X-RateLimit-Reset': RESET * 1000 })], 'fail', /milliseconds/],
  ['fails on microseconds', [list({ 'X-RateLimit-Reset': RESET * 1e6 })], 'fail', /microseconds/],
  ['fails on 0', [list({ 'X-RateLimit-Reset': 0 })], 'fail'],
  ['fails on a word', [list({ 'X-RateLimit-Reset': 'soon' })], 'fail', 'reset-unreadable'],
]);

rows('rate.reset-in-window', [
  ['passes at the window and a second of rounding', [list(clock(NOW, NOW + 61))], 'pass'],
  ['passes at now, as full buckets say', [list(clock(NOW, NOW - 1))], 'pass'],
  ['passes by a clock that is minutes off', [list(clock(NOW - 400, NOW - 360))], 'pass'],
  ['fails more than two windows ahead', [list(clock(NOW, NOW + 130))], 'fail', /130 s after/],
  [
    'looks again at one that only a sliding counter explains',
    [list(clock(NOW, NOW + 110))],
    'inconclusive',
    'reset-beyond-window',
  ],
  [
    'passes where it moved on with the cells',
    [...cells(110, 58), list(clock(NOW + 56, NOW + 170, used(46)), { at: 56_000 })],
    'pass',
  ],
  [
    'fails where it stands still and is near later',
    [...cells(90, 58), list(clock(NOW + 36, NOW + 90, used(46)), { at: 36_000 })],
    'fail',
    'reset-too-far-once',
  ],
  [
    'fails where the whole limit is back before it',
    [...cells(118, 40), list(clock(NOW + 64, NOW + 182, used(59)), { at: 64_000 })],
    'fail',
    'reset-after-refill',
  ],
  [
    'fails two days ahead where Limit is the day number',
    { settings: { otherPlans: {} }, exchanges: [list(clock(NOW, NOW + 170_000, { 'X-RateLimit-Limit': 1000 }))] },
    'fail',
  ],
  ['fails in the past', [list(clock(NOW, NOW - 30))], 'fail', /30 s before/],
  ['passes by our clock if a gateway writes another Date', [list(clock(NOW + 600, NOW + 30))], 'pass'],
  [
    'passes for a day where Limit is the day number',
    { settings: { otherPlans: {} }, exchanges: [list(clock(NOW, NOW + 80_000, { 'X-RateLimit-Limit': 1000 }))] },
    'pass',
  ],
  [
    'passes on a slow answer whose window ended while it was made',
    [list(clock(NOW + 8, NOW + 1), { took: 8000 })],
    'pass',
  ],
  [
    'is inconclusive without a Date where our own clock does not fit',
    [list(clock(NOW, NOW + 500, { Date: null }))],
    'inconclusive',
    /Date/,
  ],
  ['passes without a Date where our own clock fits', [list({ Date: null })], 'pass'],
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
    'are named',
    [list({ RateLimit: '"a";r=1', 'ratelimit-policy': '"a";q=60' })],
    'observed',
    /\["ratelimit","ratelimit-policy"\]/,
  ],
]);
rows('rate.window-style', [
  ['is seen as constant', counting([5, 4, 3, 2, 1]), 'observed', /constant/],
  ['is seen as moving', [0, 2, 4, 6, 8].map((n) => list({ 'X-RateLimit-Reset': RESET + n })), 'observed', /moving/],
]);
rows('rate.counts-unauthorized', [
  [
    'is seen to draw on the key',
    [...counting([59]), answer('auth.cut', { status: 401 }), ...counting([57])],
    'observed',
    /"drawsOnTheKey":true/,
  ],
  [
    'is seen not to',
    [...counting([59]), answer('auth.cut', { status: 401, headers: { 'X-RateLimit-Limit': 10 } }), ...counting([58])],
    'observed',
    /"drawsOnTheKey":false,"limitsShown":\[10\]/,
  ],
]);
