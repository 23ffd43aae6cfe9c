import { restate } from '../../requota.ts';
import { everyNth, onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import { faults } from '../../variant.ts';

export const rateRemainingFaults = faults({
  'remaining-below-zero-on-401': {
    title: 'Sends Remaining -5 with a 401',
    breaks: ['rate.remaining-in-range', 'rate.single-integer'],
    apply: reshapeAnswer(onStatus(401), withHeader('X-RateLimit-Remaining', '-5')),
  },
  'remaining-below-zero-on-404': {
    title: 'Sends Remaining -1 with a 404',
    breaks: ['rate.remaining-in-range', 'rate.single-integer'],
    follows: ['rate.remaining-counts-down'],
    needs: { windowSeconds: 6 },
    apply: reshapeAnswer(onStatus(404), withHeader('X-RateLimit-Remaining', '-1')),
  },
  'remaining-above-limit': {
    title: 'Sends a Remaining above the limit',
    breaks: ['rate.remaining-in-range'],
    apply: restate(({ limit, remaining }) => ({ remaining: String(Number(limit) + Number(remaining)) })),
  },
  'remaining-constant': {
    title: 'Always sends the full limit as Remaining',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: restate(({ limit }) => ({ remaining: limit })),
  },
  'remaining-counts-up': {
    title: 'Counts Remaining up instead of down',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: restate(({ limit, remaining }) => ({
      remaining: String(Math.min(Number(limit), 100 + Number(limit) - Number(remaining))),
    })),
  },
  'remaining-in-tens': {
    title: 'Rounds Remaining down to a multiple of 10',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: restate(({ remaining }) => ({ remaining: String(Math.floor(Number(remaining) / 10) * 10) })),
  },
  'remaining-lags': {
    title: 'Sends every value of Remaining twice',
    breaks: ['rate.remaining-counts-down'],
    apply: (base) => {
      const second = everyNth(2);
      const shown = new Map<string, string>();
      return restate((values) => {
        const remaining = second() ? (shown.get(values.limit) ?? values.remaining) : values.remaining;
        shown.set(values.limit, remaining);
        return { remaining };
      })(base);
    },
  },
  'remaining-with-fraction': {
    title: 'Sends Remaining with a fraction',
    breaks: ['rate.single-integer'],
    follows: ['rate.remaining-counts-down', 'rate.remaining-in-range'],
    apply: restate(({ remaining }) => ({ remaining: `${remaining}.5` })),
  },
  'remaining-empty': {
    title: 'Sends an empty Remaining',
    breaks: ['rate.single-integer'],
    follows: [
      'rate.remaining-counts-down',
      'rate.remaining-in-range',
      'rate.headers-present',
      'rate.counts-every-operation',
    ],
    apply: restate(() => ({ remaining: '' })),
  },
  'remaining-line-twice': {
    title: 'Sends the Remaining header twice',
    breaks: ['rate.single-integer'],
    follows: ['rate.remaining-counts-down', 'rate.remaining-in-range'],
    apply: (base) => ({
      rateHeaders: (values, request) => [
        ...base.rateHeaders(values, request),
        ['X-RateLimit-Remaining', values.remaining],
      ],
    }),
  },
});
