import { type Coded, reasonsFrom } from './template.ts';

/** What a run waits for, by its code. */
export const WAITS = {
  // Between the requests of the checks
  'window-reset': 'X-RateLimit-Remaining is {remaining} of {limit}; the window resets at {time}',
  'plan-limit': '{sent:count request} in {seconds} s; the plan {plan} allows {perMinute}',
  'plan-rate': "no remaining quota even after Reset: continuing at the plan's rate",
  'no-response': '{probe} got no response: retrying',
  'no-response-in-a-row': 'the service does not respond: it may be restarting',
  'unplanned-429': 'unexpected 429 on {probe}: waiting for Retry-After',
  'late-effects': 'late effects of earlier requests show after a pause',
  'confirm-first': 'confirmation attempt for the first response',
  'confirm-in-next-window': 'a confirmation attempt in the next window: the rate-limit headers show too little so far',
  confirm: 'a confirmation attempt: a response may violate the specification',
  'settle-time': 'the settle time: the next list must show every created animal',
  'settle-time-again': 'the settle time: repeated creates may become visible late',

  // Of the experiments with k6
  'key-refused-last': 'the last response to this key was a refusal: waiting one window before the confirmation attempt',
  'key-exhausted': 'the key is exhausted: waiting for its reset',
  'key-used': 'the key has been used: waiting for its reset',
  'late-in-window': 'too little of the window remains: waiting for the next one',
  'retry-after': 'Retry-After: {retryAfter}',
  reset: 'X-RateLimit-Reset: {reset}',
  'before-reset': 'X-RateLimit-Reset: {reset}; to see whether the limit comes back before',
  'window-over': 'one window after the burst, to see whether the limit comes back before Reset',
  'half-window': 'half a window after the burst, to see whether quota comes back before the window ends',
} as const satisfies Readonly<Record<string, string>>;

export type WaitReason = Coded<keyof typeof WAITS>;

/** What is waited for, with the sentence of its code. */
export const waitFor = reasonsFrom(WAITS);
