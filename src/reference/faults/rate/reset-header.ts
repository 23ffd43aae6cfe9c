import { keepQuota, restate } from '../../requota.ts';
import { faults } from '../../variant.ts';

const WINDOW_SECONDS = 12;

/** Faults in the value of `X-RateLimit-Reset`. */
export const rateResetFaults = faults({
  'reset-as-delta': {
    title: 'Sends Reset as seconds from now',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: (base) => restate(({ reset }) => ({ reset: String(Number(reset) - Math.floor(base.now() / 1000)) }))(base),
  },
  'reset-in-milliseconds': {
    title: 'Sends Reset in milliseconds',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: restate(({ reset }) => ({ reset: `${reset}000` })),
  },
  'reset-in-microseconds': {
    title: 'Sends Reset in microseconds',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: restate(({ reset }) => ({ reset: `${reset}000000` })),
  },
  'reset-as-http-date': {
    title: 'Sends Reset as an HTTP date',
    breaks: ['rate.reset-unix-seconds', 'rate.single-integer'],
    follows: ['rate.reset-in-window'],
    apply: restate(({ reset }) => ({ reset: new Date(Number(reset) * 1000).toUTCString() })),
  },
  'reset-as-iso-date': {
    title: 'Sends Reset as an ISO 8601 date',
    breaks: ['rate.reset-unix-seconds', 'rate.single-integer'],
    follows: ['rate.reset-in-window'],
    apply: restate(({ reset }) => ({ reset: new Date(Number(reset) * 1000).toISOString() })),
  },
  'reset-zero': {
    title: 'Sends Reset 0',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: restate(() => ({ reset: '0' })),
  },
  'reset-minus-one': {
    title: 'Sends Reset -1',
    breaks: ['rate.single-integer'],
    follows: ['rate.reset-in-window', 'rate.reset-unix-seconds'],
    apply: restate(() => ({ reset: '-1' })),
  },
  'reset-with-fraction': {
    title: 'Sends Reset with a fraction',
    breaks: ['rate.reset-integer'],
    apply: restate(({ reset }) => ({ reset: `${reset}.25` })),
  },
  'reset-in-the-past': {
    title: 'Sends a Reset 1 h in the past',
    breaks: ['rate.reset-in-window'],
    apply: restate(({ reset }) => ({ reset: String(Number(reset) - 3600) })),
  },
  'reset-in-an-hour': {
    title: 'Sends a Reset 1 h too late',
    breaks: ['rate.reset-in-window'],
    apply: restate(({ reset }) => ({ reset: String(Number(reset) + 3600) })),
  },
  'reset-a-window-late': {
    title: 'Sends a Reset one window too late',
    breaks: ['rate.reset-in-window'],
    needs: { windowSeconds: WINDOW_SECONDS },
    apply: restate(({ reset }) => ({ reset: String(Number(reset) + WINDOW_SECONDS) })),
  },
  'window-longer-by-half': {
    title: 'Counts over 1.5 windows and sends their end as Reset',
    breaks: ['rate.reset-in-window'],
    needs: { windowSeconds: 10 },
    apply: keepQuota((quota) => ({ ...quota, windowMs: 1.5 * quota.windowMs })),
  },
  'reset-in-local-time': {
    title: 'Sends Reset from a clock that is 2 h ahead',
    breaks: ['rate.reset-in-window'],
    apply: restate(({ reset }) => ({ reset: String(Number(reset) + 7200) })),
  },
  'reset-as-delta-on-401': {
    title: 'Sends Reset as seconds from now if the Authorization header is missing',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: (base) =>
      restate(({ reset }, _, { headers }) => {
        const left = Number(reset) - Math.floor(base.now() / 1000);
        return { reset: headers.has('authorization') ? reset : String(left) };
      })(base),
  },
  'reset-in-milliseconds-on-create': {
    title: 'Sends Reset in milliseconds on POST /pets',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: restate(({ reset }, _, { operation }) => ({ reset: operation === 'create' ? `${reset}000` : reset })),
  },
});
