import { sayWait } from '../../requota.ts';
import { onAnswer, onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import { faults } from '../../variant.ts';

/** Faults in `Retry-After`. */
export const retryAfterFaults = faults({
  'no-retry-after': {
    title: 'Sends no Retry-After',
    breaks: ['limit.retry-after-present'],
    apply: (base) => reshapeAnswer(base, onStatus(429), withoutHeader('Retry-After')),
  },
  'no-retry-after-on-create': {
    title: 'Sends no Retry-After with refused creations',
    breaks: ['limit.retry-after-present'],
    apply: (base) => reshapeAnswer(base, onAnswer('create', 429), withoutHeader('Retry-After')),
  },
  'retry-after-empty': {
    title: 'Leaves Retry-After empty',
    breaks: ['limit.retry-after-syntax'],
    apply: (base) => sayWait(base, () => ''),
  },
  'retry-after-with-fraction': {
    title: 'Writes Retry-After with a fraction',
    breaks: ['limit.retry-after-syntax'],
    apply: (base) => sayWait(base, (waitMs) => (waitMs / 1000).toFixed(3)),
  },
  'retry-after-with-unit': {
    title: 'Writes the unit behind Retry-After',
    breaks: ['limit.retry-after-syntax'],
    apply: (base) => sayWait(base, (waitMs) => `${Math.ceil(waitMs / 1000)}s`),
  },
  'retry-after-as-iso-date': {
    title: 'Writes Retry-After as an ISO date',
    breaks: ['limit.retry-after-syntax'],
    apply: (base) => sayWait(base, (waitMs, nowMs) => new Date(nowMs + waitMs).toISOString()),
  },
  'retry-after-in-utc': {
    title: 'Writes the zone of Retry-After as UTC',
    breaks: ['limit.retry-after-syntax'],
    apply: (base) =>
      sayWait(base, (waitMs, nowMs) => new Date(nowMs + waitMs + 1000).toUTCString().replace('GMT', 'UTC')),
  },
  'retry-after-negative': {
    title: 'Writes a negative Retry-After',
    breaks: ['limit.retry-after-syntax'],
    apply: (base) => sayWait(base, (waitMs) => String(-Math.ceil(waitMs / 1000))),
  },
  'retry-after-as-name': {
    title: 'Writes a word as Retry-After',
    breaks: ['limit.retry-after-syntax'],
    apply: (base) => sayWait(base, () => 'later'),
  },
  'retry-after-in-milliseconds': {
    title: 'Writes Retry-After in milliseconds',
    breaks: ['limit.retry-after-unit'],
    follows: ['limit.retry-after-reasonable'],
    apply: (base) => sayWait(base, (waitMs) => String(Math.ceil(waitMs))),
  },
  'retry-after-as-timestamp': {
    title: 'Writes Retry-After as the Unix time of the reset',
    breaks: ['limit.retry-after-unit'],
    apply: (base) => sayWait(base, (waitMs, nowMs) => String(Math.ceil((nowMs + waitMs) / 1000))),
  },
  'retry-after-rounded-down': {
    title: 'Rounds Retry-After down, half a second taken off for the way',
    breaks: ['limit.retry-after-sufficient'],
    apply: (base) => sayWait(base, (waitMs) => String(Math.max(0, Math.floor((waitMs - 500) / 1000)))),
  },
  'retry-after-zero': {
    title: 'Always says Retry-After 0',
    breaks: ['limit.retry-after-sufficient'],
    apply: (base) => sayWait(base, () => '0'),
  },
  'retry-after-one': {
    title: 'Always says Retry-After 1',
    // A wait that the requests of few others might have prolonged proves nothing.
    needs: { windowSeconds: 20 },
    breaks: ['limit.retry-after-sufficient'],
    apply: (base) => sayWait(base, () => '1'),
  },
  'retry-after-date-in-the-past': {
    title: 'Writes Retry-After as a date of two hours ago, in another zone than it says',
    breaks: ['limit.retry-after-sufficient'],
    apply: (base) => sayWait(base, (waitMs, nowMs) => new Date(nowMs + waitMs - 7_200_000).toUTCString()),
  },
  'retry-after-a-whole-window': {
    title: 'Always says the whole window, however little of it is left',
    needs: { windowSeconds: 12 },
    breaks: ['limit.retry-after-reasonable'],
    apply: (base) => sayWait(base, () => '12'),
  },
  'retry-after-an-hour': {
    title: 'Says an hour, though the limit is back with the window',
    // In a window of six seconds 3,600 reads as milliseconds.
    needs: { windowSeconds: 12 },
    breaks: ['limit.retry-after-reasonable'],
    apply: (base) => sayWait(base, () => '3600'),
  },
  'retry-after-a-day': {
    title: 'Says a day, though the limit is back with the window',
    breaks: ['limit.retry-after-reasonable'],
    apply: (base) => sayWait(base, () => '86400'),
  },
});
