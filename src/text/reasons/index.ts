import { CHECK_REASONS } from './checks.ts';
import { LIMIT_REASONS } from './limits.ts';

const CAPACITY_REASONS = {
  'load-incomplete': '{problem}',
  'capacity-not-shown': '{why}',

  // A step that shows nothing. `{load}` is the CPU load of this machine
  unreachable: 'service unreachable: {failure}',
  'step-rate-limited': '{requests:count request} got 429: another client uses the keys, or their limits are lower',
  'step-denied': '{requests:count request} got 401 or 403: a key is wrong',
  'unmeasured-timers': 'this machine: the load generator did not measure its timers{load}',
  'late-timers': 'this machine: the timers of k6 were up to {late} late (p99; at most {most} is allowed){load}',
  'requests-late': 'this machine: requests were sent up to {late} late (p99; at most {most} is allowed){load}',
  'requests-not-sent': 'this machine: {unsent:count} of {planned:count} requests were not sent{load}',
  'requests-blocked': '{waiting:count} requests were waiting, so {unsent:count} of {planned:count} were not sent',

  // A step that misses an objective, or may miss it
  'latency-missed': '{quantile} is {value}, at least {least}; the objective is {objective}',
  'latency-unknown': 'too few responses ({responses}) for an upper bound of {quantile}',
  'latency-unproven': '{quantile} is {value}, but may be {most}; the objective is {objective}',
  'errors-missed': 'the error rate is {value}, at least {least}; the objective is {objective}',
  'errors-unproven': 'the error rate is {value}, but may be {most}; the objective is {objective}',

  // Several instances
  'instance-problem': 'instance {instance}: {problem}',
  'instance-cut-off': 'its journal has no closing record: it was cut off',
  'instance-lines-missing': '{missing} of its {lines} lines are missing',
  'instance-timers-not-measured': 'the load generator did not measure its timers',
  'pod-failed': 'the pod of instance {instance} failed ({how}, see {file})',
  'pod-journals-missing': 'the journal of {missing} of {instances} pods is missing: a pod failed, or its log was lost',
  'instances-apart': 'the instances began up to {apart} s apart; at most the warm-up of {most} s is allowed',

  // The verdict from all steps
  'steps-contradict': 'objectives were missed at {missed} % but met at {met} %: something else disturbed the run',
  'nothing-sent': 'no request is recorded',
  'ended-below-peak': 'the run ended at {percent} %, below the projected peak',
  'ended-at-step': 'the run ended at {percent} %: {why}',
  'at-step': 'at {percent} %: {why}',
} as const;

const RATE_REASONS = {
  'no-response-seen': 'no response was recorded',
  'fewer-than-5-resets': 'fewer than 5 X-RateLimit-Reset headers were returned',
  'reset-seen-too-briefly': 'no window showed X-RateLimit-Reset over 2 s or more, so it is unknown whether it moves',
  'reset-without-date': 'X-RateLimit-Reset does not fit the local clock, and no Date shows the clock of the service',
  'reset-beyond-window': 'X-RateLimit-Reset is {seconds} s ahead, more than a window, and no later one was returned',
  'no-remaining-pair':
    'no two responses in a row showed X-RateLimit-Remaining for the same operation within one window (see rate.single-integer and rate.headers-present)',
  'no-remaining-across-operations':
    'fewer than 2 operations showed X-RateLimit-Remaining one after the other within one window (see rate.single-integer and rate.headers-present)',
  'counted-apart-from': 'they do not draw on the counter of {others}',
  'remaining-never-fell':
    'X-RateLimit-Remaining never fell between two requests; a limiter that refills as fast as requests arrive explains it: use the key of a smaller plan (--plan free)',
  'sliding-window-expiry': 'Remaining fell too little: earlier use of the key may explain it; run again in a minute',
  'remaining-fell-irregularly':
    'Remaining fell by {fall} between requests {before} and {after}, but only sometimes: another client may use this key',
  'remaining-rose-irregularly':
    'Remaining rose by {rise} between requests {before} and {after}, but only sometimes: another client may use this key',
  'remaining-fell-less-together': 'Remaining fell by only {fall} over {sent} concurrent requests ({before} to {after})',
  'alternating-client': '{violation}: another client whose requests alternate with those of this run would explain it',
  'no-request-without-key': 'no request without the key lies between two responses of a window with its Remaining',
} as const;

/** Every reason for a missing verdict by its code: inconclusive, not applicable, skipped. */
export const REASONS = {
  'not-selected': 'not selected for this run',
  'option-not-given': 'only tested with {option}',
  'key-not-in-url': 'not tested on production, where access logs would show a key in the URL',
  'read-only': 'read-only run: nothing is created',
  'set-up': 'set-up mistake: {mistake}',
  ...LIMIT_REASONS,
  ...CAPACITY_REASONS,
  ...CHECK_REASONS,
  ...RATE_REASONS,
} as const satisfies Readonly<Record<string, string>>;

export type ReasonCode = keyof typeof REASONS;
