import {
  always,
  everyNth,
  onAnswer,
  onStatus,
  reshapeAnswer,
  withoutHeader,
  withoutRateHeaders,
} from '../../reshape.ts';
import { faults } from '../../variant.ts';
import { rateNumbers } from '../clauses.ts';

/** Faults in the presence and the names of the rate headers. */
export const rateHeaderFaults = faults({
  'no-limit-header': {
    title: 'Never sends X-RateLimit-Limit',
    breaks: ['rate.headers-present'],
    follows: ['rate.limit-matches-plan', 'rate.remaining-in-range'],
    apply: reshapeAnswer(always, withoutHeader('X-RateLimit-Limit')),
  },
  'no-remaining-header': {
    title: 'Never sends X-RateLimit-Remaining',
    breaks: ['rate.headers-present'],
    follows: ['rate.remaining-in-range', 'rate.remaining-counts-down', 'rate.counts-every-operation'],
    apply: reshapeAnswer(always, withoutHeader('X-RateLimit-Remaining')),
  },
  'no-reset-header': {
    title: 'Never sends X-RateLimit-Reset',
    breaks: ['rate.headers-present'],
    follows: ['rate.reset-unix-seconds', 'rate.reset-in-window'],
    apply: reshapeAnswer(always, withoutHeader('X-RateLimit-Reset')),
  },
  'no-rate-headers': {
    title: 'Never sends rate headers',
    breaks: ['rate.headers-present'],
    follows: rateNumbers,
    apply: reshapeAnswer(always, withoutRateHeaders),
  },
  'no-rate-headers-on-201': {
    title: 'Sends no rate headers with a 201',
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onStatus(201), withoutRateHeaders),
  },
  'no-rate-headers-on-400': {
    title: 'Sends no rate headers with a 400',
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onStatus(400), withoutRateHeaders),
  },
  'no-rate-headers-on-401': {
    title: 'Sends no rate headers with a 401',
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onStatus(401), withoutRateHeaders),
  },
  'no-rate-headers-on-404': {
    title: 'Sends no rate headers with a 404',
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onStatus(404), withoutRateHeaders),
  },
  'no-rate-headers-on-list': {
    title: 'Sends no rate headers with a list',
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onAnswer('list', 200), withoutRateHeaders),
  },
  'no-rate-headers-on-get': {
    title: 'Sends no rate headers with a single animal',
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onAnswer('get', 200), withoutRateHeaders),
  },
  'no-limit-on-400': {
    title: 'Sends no X-RateLimit-Limit with a 400',
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onStatus(400), withoutHeader('X-RateLimit-Limit')),
  },
  'no-reset-on-401': {
    title: 'Sends no X-RateLimit-Reset with a 401',
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onStatus(401), withoutHeader('X-RateLimit-Reset')),
  },
  'no-remaining-on-404': {
    title: 'Sends no X-RateLimit-Remaining with a 404',
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onStatus(404), withoutHeader('X-RateLimit-Remaining')),
  },
  'no-reset-on-created': {
    title: 'Sends no X-RateLimit-Reset with a 201',
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onStatus(201), withoutHeader('X-RateLimit-Reset')),
  },
  'rate-headers-now-and-then': {
    title: 'Omits the rate headers from every fifth response',
    breaks: ['rate.headers-present'],
    apply: (base) => {
      const fifth = everyNth(5);
      return reshapeAnswer(always, (answer) => (fifth() ? withoutRateHeaders(answer) : answer))(base);
    },
  },
  'suffixed-header-names': {
    title: 'Appends `-Minute` to the names of the rate headers',
    breaks: ['rate.headers-present'],
    follows: rateNumbers,
    apply: () => ({
      rateHeaders: ({ limit, remaining, reset }) => [
        ['X-RateLimit-Limit-Minute', limit],
        ['X-RateLimit-Remaining-Minute', remaining],
        ['X-RateLimit-Reset-Minute', reset],
      ],
    }),
  },
  'hyphenated-header-names': {
    title: 'Names the rate headers X-Rate-Limit-…',
    breaks: ['rate.headers-present'],
    follows: rateNumbers,
    apply: () => ({
      rateHeaders: ({ limit, remaining, reset }) => [
        ['X-Rate-Limit-Limit', limit],
        ['X-Rate-Limit-Remaining', remaining],
        ['X-Rate-Limit-Reset', reset],
      ],
    }),
  },
  'draft-header-names': {
    title: 'Sends RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset, as in an IETF draft',
    breaks: ['rate.headers-present'],
    follows: rateNumbers,
    apply: () => ({
      rateHeaders: ({ limit, remaining, reset }) => [
        ['RateLimit-Limit', limit],
        ['RateLimit-Remaining', remaining],
        ['RateLimit-Reset', reset],
      ],
    }),
  },
  'draft-structured-header': {
    title: 'Sends RateLimit and RateLimit-Policy, as in an IETF draft',
    breaks: ['rate.headers-present'],
    follows: rateNumbers,
    apply: (base) => ({
      rateHeaders: ({ limit, remaining, reset }) => [
        ['RateLimit-Policy', `"minute";q=${limit};w=60`],
        ['RateLimit', `"minute";r=${remaining};t=${Math.max(0, Number(reset) - Math.floor(base.now() / 1000))}`],
      ],
    }),
  },
  'prefixless-limit-name': {
    title: 'Sends X-RateLimit-Max instead of X-RateLimit-Limit',
    breaks: ['rate.headers-present'],
    follows: rateNumbers,
    apply: () => ({
      rateHeaders: ({ limit, remaining, reset }) => [
        ['X-RateLimit-Max', limit],
        ['X-RateLimit-Remaining', remaining],
        ['X-RateLimit-Reset', reset],
      ],
    }),
  },
});
