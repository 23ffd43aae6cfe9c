import { keepQuota, restate } from '../../requota.ts';
import { faults } from '../../variant.ts';

const WINDOW_SECONDS = 12;

/** Faults in the value of `X-RateLimit-Reset`. */
export const rateResetFaults = faults({
  'reset-as-delta': {
    title: 'Writes Reset as the seconds that are left',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: (base) => restate(base, ({ reset }) => ({ reset: String(Number(reset) - Math.floor(base.now() / 1000)) })),
  },
  'reset-in-milliseconds': {
    title: 'Writes Reset in milliseconds',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: (base) => restate(base, ({ reset }) => ({ reset: `${reset}000` })),
  },
  'reset-in-microseconds': {
    title: 'Writes Reset in microseconds',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: (base) => restate(base, ({ reset }) => ({ reset: `${reset}000000` })),
  },
  'reset-as-http-date': {
    title: 'Writes Reset as an HTTP date',
    breaks: ['rate.reset-unix-seconds', 'rate.single-integer'],
    follows: ['rate.reset-in-window'],
    apply: (base) => restate(base, ({ reset }) => ({ reset: new Date(Number(reset) * 1000).toUTCString() })),
  },
  'reset-as-iso-date': {
    title: 'Writes Reset as an ISO date',
    breaks: ['rate.reset-unix-seconds', 'rate.single-integer'],
    follows: ['rate.reset-in-window'],
    apply: (base) => restate(base, ({ reset }) => ({ reset: new Date(Number(reset) * 1000).toISOString() })),
  },
  'reset-zero': {
    title: 'Writes 0 for Reset',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: (base) => restate(base, () => ({ reset: '0' })),
  },
  'reset-minus-one': {
    title: 'Writes -1 for Reset',
    breaks: ['rate.single-integer'],
    follows: ['rate.reset-in-window', 'rate.reset-unix-seconds'],
    apply: (base) => restate(base, () => ({ reset: '-1' })),
  },
  'reset-with-fraction': {
    title: 'Writes Reset with a fraction',
    breaks: ['rate.reset-integer'],
    apply: (base) => restate(base, ({ reset }) => ({ reset: `${reset}.25` })),
  },
  'reset-in-the-past': {
    title: 'Writes a Reset an hour ago',
    breaks: ['rate.reset-in-window'],
    apply: (base) => restate(base, ({ reset }) => ({ reset: String(Number(reset) - 3600) })),
  },
  'reset-in-an-hour': {
    title: 'Writes a Reset an hour too late',
    breaks: ['rate.reset-in-window'],
    apply: (base) => restate(base, ({ reset }) => ({ reset: String(Number(reset) + 3600) })),
  },
  'reset-a-window-late': {
    title: 'Writes the end of the next window for Reset',
    breaks: ['rate.reset-in-window'],
    needs: { windowSeconds: WINDOW_SECONDS },
    apply: (base) => restate(base, ({ reset }) => ({ reset: String(Number(reset) + WINDOW_SECONDS) })),
  },
  'window-longer-by-half': {
    title: 'Counts over one and a half windows, and names their end',
    breaks: ['rate.reset-in-window'],
    needs: { windowSeconds: 10 },
    apply: (base) => keepQuota(base, (quota) => ({ ...quota, windowMs: 1.5 * quota.windowMs })),
  },
  'reset-in-local-time': {
    title: 'Writes Reset in the seconds of a clock two hours ahead',
    breaks: ['rate.reset-in-window'],
    apply: (base) => restate(base, ({ reset }) => ({ reset: String(Number(reset) + 7200) })),
  },
  'reset-as-delta-on-401': {
    title: 'Writes Reset as the seconds that are left where the key is not valid',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: (base) =>
      restate(base, ({ reset }, _, { headers }) => {
        const left = Number(reset) - Math.floor(base.now() / 1000);
        return { reset: headers.has('authorization') ? reset : String(left) };
      }),
  },
  'reset-in-milliseconds-on-create': {
    title: 'Writes Reset in milliseconds in answers to creations',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: (base) =>
      restate(base, ({ reset }, _, { operation }) => ({ reset: operation === 'create' ? `${reset}000` : reset })),
  },
});
