import { answer, type Draft, type HeaderChange, START } from '../../trace.ts';
import { verdicts } from '../../verdicts.ts';

const RESET = START / 1000 + 60;
const list = (headers: HeaderChange = {}, given: Partial<Draft> = {}): Draft =>
  answer('list.minimum', { headers, ...given });
const limited = (limit: number) => list({ 'X-RateLimit-Limit': limit });
/** Lists that show these Remaining one after the other, 100 ms apart. */
const counting = (remaining: readonly (number | string)[], headers: HeaderChange = {}): Draft[] =>
  remaining.map((value) => list({ 'X-RateLimit-Remaining': value, ...headers }));

const NOW = START / 1000;
const clock = (date: number, reset: number, more: HeaderChange = {}): HeaderChange => ({
  Date: new Date(date * 1000).toUTCString(),
  'X-RateLimit-Reset': reset,
  ...more,
});
const used = (remaining: number): HeaderChange => ({ 'X-RateLimit-Remaining': remaining });
/** Two lists at once, with a Reset this many seconds ahead, the second of them after many others. */
const cells = (ahead: number, remaining: number): Draft[] =>
  [59, remaining].map((left) => list(clock(NOW, NOW + ahead, used(left))));
/** A list this many seconds later, with its Reset and Remaining. */
const later = (seconds: number, reset: number, remaining: number): Draft =>
  list(clock(NOW + seconds, NOW + reset, used(remaining)), { at: seconds * 1000 });
const get = (remaining: number, given: Partial<Draft> = {}): Draft =>
  answer('get.not-found', { status: 404, headers: used(remaining), ...given });
const post = (remaining: number): Draft =>
  answer('create.rejects.missing-name', { status: 400, headers: used(remaining) });
/** A list with the scheme in lower case. */
const lower = (remaining: number): Draft =>
  list(used(remaining), { sent: { headers: [['Authorization', 'bearer {key}']] } });

/** A Reset this many seconds ahead by our clock, without Date. */
const aheadBy = (seconds: number) => clock(NOW, NOW + seconds, { Date: null });

verdicts('rate', {
  'rate.headers-present': {
    'holds a 429 to it too': [list(), list({ 'X-RateLimit-Reset': null }, { status: 429 })],
    'the run did not finish': { exchanges: [list()], end: null },
  },
  'rate.single-integer': {
    'a no-break space': [list({ 'X-RateLimit-Limit': '\u00a060' })],
    'overlooks blanks around a value': [list({ 'X-RateLimit-Limit': ' 60 ' })],
    'leaves a fraction of Reset to rate.reset-integer': [list({ 'X-RateLimit-Reset': `${RESET}.5` })],
  },
  'rate.limit-matches-plan': {
    'the numbers of another plan': [limited(300)],
    'the day number, though another plan has it for the minute': [limited(1000)],
    'only some answers show another plan': [list(), limited(300)],
    'a router refuses an id that is not a number': [
      list(),
      answer('get.not-found', { status: 404, sent: { path: '/pets/7%0A' }, headers: { 'X-RateLimit-Limit': 300 } }),
    ],
  },
  'rate.remaining-counts-down': {
    'it falls by two each time': counting([58, 56, 54, 52, 50, 48]),
    'it falls by two for creates, and by one for lists': [
      ...counting([59, 58, 57, 56, 55]),
      ...[53, 51, 49, 47, 45, 43].map((left) =>
        answer('create.rejects.missing-name', { status: 400, headers: { 'X-RateLimit-Remaining': left } }),
      ),
    ],
    'suspects a restart if it restarted once': counting([50, 49, 48, 59, 58, 57, 56]),
    'it rises once, by more than half of the limit': counting([12, 11, 10, 50, 49, 48]),
    'it restarted twice': counting([50, 49, 59, 58, 57, 59, 58]),
    'it falls irregularly': counting([59, 58, 40, 39, 38]),
    'stored answers': [...counting([59]), list({ 'X-RateLimit-Remaining': 12, Age: 7 }), ...counting([58])],
    'simultaneous requests, the first counted is `bearer KEY`, answered last': [
      ...counting([59, 58, 57]),
      ...[55, 54, 53, 52].map((left) => list(used(left), { at: 1000, took: 20 })),
      { ...lower(56), at: 1000, took: 30 },
      ...counting([51, 50, 49]),
    ],
  },
  'rate.counts-every-operation': {
    'headers from a cache, twice': [
      ...counting([59, 58]),
      post(57),
      list(used(59)),
      post(55),
      list(used(59)),
      post(53),
    ],
    'one counter that shows each value twice': [
      ...counting([59, 59]),
      ...[57, 57, 55, 55, 53, 53].map((left) => get(left)),
      ...counting([51, 51, 49, 49]),
    ],
  },
  'rate.reset-in-window': {
    'near later': [...cells(90, 58), later(36, 90, 46)],
    'quota before it': [...cells(118, 40), later(64, 182, 59)],
    'fails two days ahead if Limit is the day number': {
      exchanges: [list(clock(NOW, NOW + 170_000, { 'X-RateLimit-Limit': 1000 }))],
    },
    'passes by our clock if a gateway writes another Date': [list(clock(NOW + 600, NOW + 30))],
    'a slow answer whose window ended while it was made': [list(clock(NOW + 8, NOW + 1), { took: 8000 })],
    'no Date, a clock before ours': [list(aheadBy(65)), list(aheadBy(64))],
    'overlooks stored answers': [list(), list(clock(NOW, NOW - 500, { Age: 500 }))],
    'a new window names the Reset of the old one': [later(0, 60, 40), later(62, 60, 59)],
    'a new window may begin while Date is rounded': [later(0, 60, 40), later(60, 60, 59)],
    'what is completely back names when that was': [later(0, 60, 40), later(70, 60, 60)],
    'what was used is not back': [later(0, 60, 40), later(70, 60, 39), later(73, 60, 38)],
    'the day names another Reset than the minute': [
      list(clock(NOW, NOW + 66, used(58))),
      list(clock(NOW, NOW + 40_000, { ...used(999), 'X-RateLimit-Limit': 1000 })),
    ],
  },
  'rate.window-style': {
    'constant, but only for a moment': counting([5, 4, 3, 2, 1]),
  },
  'rate.counts-unauthorized': {
    draws: [...counting([59]), answer('auth.cut', 401), ...counting([57])],
  },
});
