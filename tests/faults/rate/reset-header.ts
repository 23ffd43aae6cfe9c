import { keepQuota, restate } from '../changes/requota.ts';
import { each, faults } from '../table.ts';

const WINDOW_SECONDS = 12;

type Stated = readonly [title: string, say: (reset: string) => string];

export const rateResetFaults = faults({
  ...each(
    {
      'reset-in-milliseconds': ['Sends Reset in milliseconds', (reset) => `${reset}000`],
      'reset-in-microseconds': ['Sends Reset in microseconds', (reset) => `${reset}000000`],
      'reset-zero': ['Sends Reset 0', () => '0'],
    } satisfies Readonly<Record<string, Stated>>,
    ([title, say]) => ({
      title,
      breaks: ['rate.reset-unix-seconds'],
      follows: ['rate.reset-in-window'],
      apply: restate(({ reset }) => ({ reset: say(reset) })),
    }),
  ),
  'reset-as-http-date': {
    title: 'Sends Reset as an HTTP date',
    breaks: ['rate.reset-unix-seconds', 'rate.single-integer'],
    follows: ['rate.reset-in-window'],
    apply: restate(({ reset }) => ({ reset: new Date(Number(reset) * 1000).toUTCString() })),
  },
  'reset-with-fraction': {
    title: 'Sends Reset with a fraction',
    breaks: ['rate.reset-integer'],
    apply: restate(({ reset }) => ({ reset: `${reset}.25` })),
  },
  ...each(
    {
      'reset-in-the-past': ['Sends a Reset 1 h in the past', -3600],
      'reset-in-an-hour': ['Sends a Reset 1 h too late', 3600],
    },
    ([title, seconds]) => ({
      title,
      breaks: ['rate.reset-in-window'],
      apply: restate(({ reset }) => ({ reset: String(Number(reset) + seconds) })),
    }),
  ),
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
  'reset-in-milliseconds-on-create': {
    title: 'Sends Reset in milliseconds on POST /pets',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: restate(({ reset }, _, { operation }) => ({ reset: operation === 'create' ? `${reset}000` : reset })),
  },
});
