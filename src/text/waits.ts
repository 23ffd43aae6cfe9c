import { type Coded, reasonsFrom } from './template.ts';

/** What a run waits for, by its code: the rest of `waiting 12 s …`. */
export const WAITS = {
  // Between the requests of the checks
  'window-reset':
    'until the window resets at {time}, because X-RateLimit-Remaining is {remaining:count} of {limit:count}',
  'plan-limit':
    'to stay below the limit: {plan} allows {perMinute:count request} per window, {sent:count} sent in {seconds} s',
  'plan-rate': "to continue at the plan's rate, because no quota remains even after X-RateLimit-Reset",
  'no-response': 'before sending request {probe} again, because it got no response',
  'no-response-in-a-row': 'because the service does not respond and may be restarting',
  'unplanned-429': 'as Retry-After says, or a window without it, because request {probe} got an unexpected 429',
  'late-effects': 'because earlier requests may have effects only later',
  undecided: 'before sending requests again that have proved nothing yet',
  confirm: 'before sending requests again, because a response may violate the specification',
  'settle-time': 'until lists must show every created animal (settle: {settle} s)',
  'settle-time-again': 'until lists must show the animals of repeated creates (settle: {settle} s)',

  // Of the experiments with k6
  'key-refused-last': 'one window before the confirmation attempt, because the last request was refused',
  'key-exhausted': 'for a new window, because this key is exhausted',
  'key-used': 'for a new window, because this key has used quota of the current one',
  'late-in-window': 'for the next window, because this one ends too soon for a burst',
  'retry-after': 'as Retry-After says, to see whether a request is admitted then',
  'retry-after-too-long': 'until more than a window after the burst, because Retry-After ({retryAfter}) is too long',
  reset: 'until X-RateLimit-Reset ({reset}), when the quota must be back',
  'reset-too-late': 'until more than a window after the burst, because X-RateLimit-Reset ({reset}) is too late',
  'before-reset': 'until shortly before X-RateLimit-Reset ({reset}), to see whether quota comes back too early',
  'window-over': 'until one window after the burst, to see whether quota comes back before X-RateLimit-Reset',
  'after-reset': 'until half a window after X-RateLimit-Reset, to see how fast the rest of the quota comes back',
  'half-window': 'until half a window has passed since the burst, to see whether quota comes back gradually',
} as const satisfies Readonly<Record<string, string>>;

export type WaitReason = Coded<keyof typeof WAITS>;

export const waitFor = reasonsFrom(WAITS);
