import { again, answer, type Draft, type HeaderChange, START } from '../../trace.ts';
import { verdicts } from '../../verdicts.ts';

const NOW = START / 1000;

/** A bucket of 1,000 a minute, Reset is always now. */
const bucket = (remaining: number, at: number): HeaderChange => ({
  Date: new Date(START + at).toUTCString(),
  'X-RateLimit-Limit': 1000,
  'X-RateLimit-Remaining': remaining,
  'X-RateLimit-Reset': Math.ceil(NOW + at / 1000),
});
const list = (remaining: number, at: number, took = 20): Draft =>
  answer('list.minimum', { at, took, headers: bucket(remaining, at) });
const get = (remaining: number, at: number, took = 20): Draft =>
  answer('get.not-found', { at, took, status: 404, headers: bucket(remaining, at) });

/** It is full again before each of these. */
const full = [0, 1, 2].map((n) => list(999, 200 * n));

/** Lists and gets in turns that are under way at the same time, and the list before them. */
const volley = (before: readonly Draft[], lists: readonly number[], gets: readonly number[], took = 20) => ({
  settings: { plan: 'business' as const, perMinute: 1000, perDay: 100_000 },
  exchanges: [
    ...before,
    list(999, 4000, took),
    ...lists.flatMap((remaining, turn) => {
      const at = 4001 + took + turn / 10;
      return [again(list(remaining, at, took)), again(get(gets[turn] ?? 0, at, took))];
    }),
  ],
});

/** On a window whose Reset stands still, by two each time; then some at the same time. */
const byTwo = (together: readonly number[]) => {
  const shown = (remaining: number, at: number): Draft => {
    const headers = { ...bucket(remaining, at), 'X-RateLimit-Reset': NOW + 60 };
    return answer('list.minimum', { at, took: 20, headers });
  };
  const before = [998, 996, 994, 992, 990, 988].map((remaining, index) => shown(remaining, 200 * index));
  const { settings } = volley([], [], []);
  return {
    settings,
    exchanges: [...before, ...together.map((remaining, index) => again(shown(remaining, 4000 + index / 10)))],
  };
};

verdicts('volley', {
  'rate.remaining-counts-down': {
    'lists fall by two each': byTwo([986, 984, 982, 980, 978, 976, 974, 972]),
    'these fall by one each': byTwo([987, 986, 985, 984, 983, 982, 981, 979]),
    'Remaining stands still': volley(full, [999, 999, 999, 999], [999, 999, 999, 999]),
    'slow answers fall by one each all the same': volley(full, [998, 996, 994, 993], [997, 995, 992, 991], 400),
    'answers are as slow as the refill': volley(full, [999, 999, 999, 999], [999, 999, 999, 999], 1000),
  },
  'rate.counts-every-operation': {
    'lists and gets fall together': volley(full, [998, 996, 994, 992], [997, 995, 993, 991]),
    'lists and gets fall apart': volley(full, [998, 997, 996, 995], [999, 998, 997, 996]),
  },
});
