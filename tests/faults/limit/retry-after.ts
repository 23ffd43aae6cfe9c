import { sayWait } from '../changes/limiter.ts';
import { onAnswer, reshapeAnswer, withoutHeader } from '../changes/reshape.ts';
import { each, faultTable } from '../table.ts';

export const retryAfterFaults = faultTable({
  'no-retry-after-on-create': {
    title: 'Sends no Retry-After with a refused POST /pets',
    breaks: ['limit.retry-after-present'],
    apply: reshapeAnswer(onAnswer('create', 429), withoutHeader('Retry-After')),
  },
  ...each(
    {
      'retry-after-empty': ['Sends an empty Retry-After', () => ''],
      'retry-after-with-fraction': ['Sends Retry-After with a fraction', (waitMs) => (waitMs / 1000).toFixed(3)],
      'retry-after-with-unit': ['Sends Retry-After with a unit', (waitMs) => `${Math.ceil(waitMs / 1000)}s`],
      'retry-after-as-iso-date': [
        'Sends Retry-After as an ISO 8601 date',
        (waitMs, nowMs) => new Date(nowMs + waitMs).toISOString(),
      ],
      'retry-after-in-utc': [
        'Sends Retry-After as a date in UTC instead of GMT',
        (waitMs, nowMs) => new Date(nowMs + waitMs + 1000).toUTCString().replace('GMT', 'UTC'),
      ],
      'retry-after-negative': ['Sends a negative Retry-After', (waitMs) => String(-Math.ceil(waitMs / 1000))],
      'retry-after-as-name': ['Sends a word as Retry-After', () => 'later'],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof sayWait>[0]]>>,
    ([title, say]) => ({ title, breaks: ['limit.retry-after-syntax'], apply: sayWait(say) }),
  ),
  'retry-after-in-milliseconds': {
    title: 'Sends Retry-After in milliseconds',
    breaks: ['limit.retry-after-unit'],
    follows: ['limit.retry-after-reasonable'],
    apply: sayWait((waitMs) => String(Math.ceil(waitMs))),
  },
  'retry-after-as-timestamp': {
    title: 'Sends the Unix time of the reset as Retry-After',
    breaks: ['limit.retry-after-unit'],
    apply: sayWait((waitMs, nowMs) => String(Math.ceil((nowMs + waitMs) / 1000))),
  },
  ...each(
    {
      'retry-after-rounded-down': [
        'Subtracts 0.5 s from Retry-After and rounds it down',
        (waitMs) => String(Math.max(0, Math.floor((waitMs - 500) / 1000))),
      ],
      'retry-after-zero': ['Always sends Retry-After 0', () => '0'],
      'retry-after-date-in-the-past': [
        'Sends Retry-After as an HTTP date that is 2 h too early',
        (waitMs, nowMs) => new Date(nowMs + waitMs - 7_200_000).toUTCString(),
      ],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof sayWait>[0]]>>,
    ([title, say]) => ({ title, breaks: ['limit.retry-after-sufficient'], apply: sayWait(say) }),
  ),
  'retry-after-one': {
    title: 'Always sends Retry-After 1',
    // A short wait proves nothing: a few requests of another client could have prolonged it.
    needs: { windowSeconds: 20 },
    breaks: ['limit.retry-after-sufficient'],
    apply: sayWait(() => '1'),
  },
  // In a window of 6 s, a value of 3,600 looks like milliseconds.
  ...each(
    { 'retry-after-a-whole-window': '12', 'retry-after-an-hour': '3600', 'retry-after-a-day': '86400' },
    (seconds) => ({
      title: `Always sends Retry-After ${seconds}, though the quota is back after the window of 12 s`,
      needs: { windowSeconds: 12 },
      breaks: ['limit.retry-after-reasonable'],
      apply: sayWait(() => seconds),
    }),
  ),
});
