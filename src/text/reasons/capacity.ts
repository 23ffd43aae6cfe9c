/** Reasons of load and capacity experiments. */
export const CAPACITY_REASONS = {
  'load-incomplete': '{problem}',
  'capacity-not-shown': '{why}',

  // A step that shows nothing. `{load}` is the CPU load of this machine
  unreachable: 'service unreachable: none of {requests:count request} was answered{failure:also}',
  'step-rate-limited':
    '{requests:count request} got 429 although no key exceeded 90 % of its limit: another client uses the keys, or their limits are lower',
  'step-denied': '{requests:count request} got 401 or 403: a key is wrong',
  'unmeasured-timers': 'this machine: the load generator did not measure its timers{load}',
  'late-timers':
    "this machine: the load generator's timers were up to {late} late (p99; at most {most} is allowed){load}",
  'requests-late': 'this machine: requests were sent up to {late} late (p99; at most {most} is allowed){load}',
  'requests-not-sent': 'this machine: {unsent:count} of {planned:count} requests were not sent{load}',
  'requests-blocked':
    '{waiting:count} requests were waiting for a response, so {unsent:count} of {planned:count} could not be sent',

  // A step that misses an objective, or may miss it
  'latency-missed': '{quantile} is {value}, at least {least}; the objective is {objective}',
  'latency-unknown': 'too few responses ({responses}) for an upper bound of {quantile}',
  'latency-unproven': '{quantile} is {value}, but may be {most}; the objective is {objective}',
  'errors-missed': 'the error rate is {value}, at least {least}; the objective is {objective}',
  'errors-unknown': 'no request is recorded; the objective is {objective}',
  'errors-unproven': 'the error rate is {value}, but may be {most}; the objective is {objective}',

  // Several instances
  'instance-problem': 'instance {instance}: {problem}',
  'instance-cut-off': 'its journal has no closing record: it was cut off',
  'instance-lines-missing': '{missing} of its {lines} lines are missing',
  'instance-lines-extra': 'it has more lines than planned requests',
  'instance-timers-not-measured': 'the load generator did not measure its timers',
  'pod-failed': 'the pod of instance {instance} failed ({how}, see {file})',
  'pod-journals-missing': 'the journal of {missing} of {instances} pods is missing: a pod failed, or its log was lost',
  'instances-apart':
    "the instances began up to {apart} s apart by the service's clock; at most the warm-up of {most} s is allowed",
  'instances-apart-by-own-clocks':
    'the instances began up to {apart} s apart by their own clocks, because the service sent no Date; at most the warm-up of {most} s is allowed',

  // The verdict from all steps
  'steps-contradict':
    'the service missed objectives at {missed} % but met them at {met} %: something else disturbed the run',
  'nothing-sent': 'no request is recorded',
  'ended-below-peak': 'the run ended at {percent} %, below the projected peak',
  'ended-at-step': 'the run ended at {percent} %: {why}',
  'at-step': 'at {percent} %: {why}',
} as const;
