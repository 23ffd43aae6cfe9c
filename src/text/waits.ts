import { type Coded, reasonsFrom } from './template.ts';

/** What a run waits for, by its code: the rest of `waiting 12 s …`. */
export const WAITS = {
  // Between the requests of the checks
  'window-reset': 'until the window resets at {time}, because X-RateLimit-Remaining is {remaining} of {limit}',
  'plan-limit':
    'because the plan {plan} allows {perMinute} per window, and {sent:count request} in {seconds} s were sent',
  'plan-rate': "to continue at the plan's rate, because no quota remains even after Reset",
  'no-response': 'before sending probe {probe} again, because it got no response',
  'no-response-in-a-row': 'because the service does not respond and may be restarting',
  'unplanned-429': 'until Retry-After ends, because of an unexpected 429 on probe {probe}',
  'late-effects': 'in case earlier requests have late effects',
  'confirm-first': 'before sending the first list again, because its response may violate the specification',
  'confirm-in-next-window':
    'before a confirmation attempt in the next window, because the rate-limit headers show too little so far',
  confirm: 'before a confirmation attempt, because a response may violate the specification',
  'settle-time':
    'until lists must show every created animal (settle time {settle} s), and 3 s after the first request, to see whether Reset moves',
  'settle-time-again': 'until lists must show the animals of repeated creates (settle time {settle} s)',

  // Of the experiments with k6
  'key-refused-last':
    'for one window before the confirmation attempt, because the last response to this key was a refusal',
  'key-exhausted': 'until a new window begins, because the key was exhausted before the run',
  'key-used': 'until a new window begins, because the key was used before',
  'late-in-window': 'until the next window, because too little of this one remains',
  'retry-after': 'until Retry-After ends',
  reset: 'until Reset ({reset})',
  'before-reset': 'until shortly before Reset ({reset}), to see whether quota comes back earlier',
  'window-over': 'until one window after the burst, to see whether quota comes back before Reset',
  'half-window': 'until half a window after the burst, to see whether quota comes back before the window ends',
} as const satisfies Readonly<Record<string, string>>;

export type WaitReason = Coded<keyof typeof WAITS>;

/** What is waited for, with the sentence of its code. */
export const waitFor = reasonsFrom(WAITS);
