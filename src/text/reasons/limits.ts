export const LIMIT_REASONS = {
  'set-up-before-load': 'the run stopped at a set-up mistake before any quota was exhausted',
  'stopped-before-load': '{problem} before any quota was exhausted',
  'day-nearly-used':
    '{key}: the headers leave fewer requests of the day than the experiment needs, so it was not continued. Run it again tomorrow, or with another key',
  'key-refused-too-often': 'the key was refused {refusals:count time} already, and more refusals can ban it',
  'key-stopped': 'the first attempt with this key was stopped',
  'day-leaves-too-few': 'the headers leave {left:count request} of the day, fewer than an attempt needs',
  'k6-not-started': 'no quota was exhausted: k6 was not started',
  'run-ended-before-key': 'the run ended before this key was used',
  'key-exhausted-before':
    '{key} was exhausted before the run and resets too late to wait for: the daily limit may be exhausted',
  'key-exhausted-before-retry':
    '{key} was exhausted before the run and resets too late to wait for (Retry-After: {retryAfter}): the daily limit may be exhausted',
  'key-exhausted-again':
    '{key} was exhausted before the run, and again after the wait for its reset: another client uses the key, or its quota does not come back',
  'first-not-admitted': 'the first request with {key} was neither 2xx nor 429, so its quota was not exhausted',
  'too-many-unanswered': 'too many requests with {key} got no response, so its experiment was stopped',
  'burst-past-deadline':
    'the burst with {key} did not fit into a window: the service, the network or this machine is too slow',
  'experiment-incomplete': 'the journal of the experiment is incomplete',
  'no-burst': 'the quota was not exhausted: no burst was sent',
  'no-429': 'no 429 was received (see limit.status and limit.rejects-excess)',
  'key-not-exhausted':
    'no list of the burst was refused, so the key was not exhausted (see limit.status and limit.rejects-excess)',
  'no-refusal-shows-it': '{refusals:count response} with 429, and none of them shows it',
  'day-limit-answered': 'the daily limit seems to have refused the key',
  crash: 'a crash of the service',
  'single-response': 'a single odd response, as of a gateway or a restart',
  'other-requests': '{requests:count request} of another client',
  'restart-or-set-clock': 'a restart of the service, a set clock or another client',
  'refused-early':
    'refused after at most {before:count} of {limit:count} requests, and Remaining skipped {others}: another client may have used the key before or during the burst',
  'window-edge-in-burst': 'a window may have ended during the burst, so the number admitted in one window is unknown',
  'admitted-too-few-in-window':
    'only {count:count} of {limit:count} requests were certainly admitted in one window ({failed:count} got a 5xx, {lost:count} no response)',
  'excess-or-refill':
    '{count:count} admitted within {span} s (limit {limit:count}): a refill in that time may explain it',
  'excess-or-window-edge':
    '{count:count} admitted within {span} s (limit {limit:count}): a window that ended during the burst may explain it',
  'unanswered-may-exceed': '{lost:count request} without a response may have been admitted above the limit',
  'no-429-above-limit':
    'no 429 received: {other} other errors, {lost} without a response (see limit.status and limit.rejects-excess)',
  'one-other-status': 'status {statuses} once above the limit, and 429 {refused:count time}',
  'gateway-error': 'status {statuses} {count:count time}, from a gateway in front of the service',
  'no-retry-after':
    'no refusal had a Retry-After that can be read (see limit.retry-after-present, limit.status and limit.rejects-excess)',
  'no-retry-after-number':
    'no refusal had a number as Retry-After (see limit.retry-after-present, limit.status and limit.rejects-excess)',
  'retry-after-is-date': 'Retry-After is a date, which has no unit',
  'retry-after-unit-unknown':
    'Retry-After: {value}, read as seconds, is longer than a window, and no response confirms the unit',
  'retry-after-not-waited': 'not tested: Retry-After ({value}) is longer than the run waits',
  'no-admission-after-wait': 'no list was admitted within 2 s after the end of a Retry-After (4 s if it is a date)',
  'own-requests-explain-refusal':
    'refused again after `Retry-After: {text}`, but {used:count other request} of this run may explain it',
  'no-reset-of-minute': "no refusal has a Reset of the minute's limit (see limit.status and limit.rejects-excess)",
  'reset-not-unix-seconds': 'Reset is not in Unix seconds ({text}), so its moment is unknown',
  'nothing-after-reset':
    'nothing was sent after Reset {reset:time} had certainly passed; without one Date of the service, its clock is unknown',
  'nothing-before-reset': 'no request between the first refusal and Reset shows that the limit was not back earlier',
  'not-admitted-after-reset':
    'status {status} {after} s after Reset {reset:time} (0: no response): other requests may explain it',
  'excess-of-one': 'one more than the limit',
  'excess-as-plan': 'the limit of plan {plan}',
  'excess-as-counters': 'as if {counters} counters shared the requests (one per node, or a race)',
  'excess-as-race':
    'more than the limit; {repeated:count response} repeated the Remaining of another one, as in a race',
  'excess-by-factor': '{factor} times the limit',
  'refill-allowed': 'the limit of {limit:count}, and {refill:count} that a refill may add',
  'reset-not-confirmed': 'the length of the window is unknown, because Reset could not be confirmed (limit.reset-true)',
  'window-length-not-shown': 'the length of the window could not be measured to within a third',
  'window-too-short-to-measure':
    'the length of the window could not be measured to within a third: Reset is rounded to a second, which matters less in a longer window',
  'no-refill':
    'the limiter does not refill continuously: the key was still refused when a refill would have returned quota',
  'back-with-new-window': 'the limiter does not refill continuously: the complete limit came back with a new window',
  'refill-not-measured':
    'no admitted request half a window later showed Remaining, so a refill was neither seen nor excluded',
  'refill-range-too-wide': 'between {from:count} and {to:count} requests per window came back: too imprecise to judge',
  'operations-not-sent': 'the operations were not sent one after the other before the burst',
  'operations-without-remaining':
    'not every operation was admitted and showed Remaining before the burst (see rate.single-integer and rate.headers-present)',
  'operation-not-admitted':
    '{request} got status {status} before the burst (0: no response), so it is unknown whether it draws on the limit',
  'no-other-operation': 'no other operation was sent to the exhausted key',
  'operation-maybe-refilled':
    'not shown for {requests} (status {responses}; 0: no response): a request that came back meanwhile may explain it',
  'nothing-with-second-key': 'nothing was sent with the second key',
  'keys-in-turn-incomplete':
    'two requests were sent with each key in turn, and not all were admitted and showed Remaining',
  'second-key-refused-too':
    'the second key was refused, too, when the first one was exhausted: another client of the second key may have exhausted it',
  'keys-in-turn-unclear':
    'with requests of both keys in turn, Remaining was {values}: another client or a refill may explain it',
  'paced-unevenly':
    'refused with up to {counted:count} of {limit:count} in a window, and Remaining fell by {others} more: paced unevenly, or another client uses the key',
  'paced-too-briefly': 'paced for only {span} s, less than a window',
  'paced-too-few-admitted':
    '{admitted:count} of {paced:count} paced requests admitted, too few to show the rate of the plan',
  'day-never-refused': '{admitted:count} of {perDay:count} admitted and none refused: a new day may have begun',
  'refusals-not-of-day': 'nothing shows that the refusals are of the daily limit',
  'day-may-have-ended': '{admitted:count} of {perDay:count} admitted, then refused: a day may have ended in between',
  'key-used-today':
    'refused for the day after {admitted:count} of {perDay:count}: the key may have been used before, today',
  'no-two-waits':
    'no two refusals at least 2 s apart state a wait (see limit.retry-after-present, limit.status and limit.rejects-excess)',
  'wait-not-kept':
    'a request was refused after an announced wait, so the announced waits do not show whether refusals extend them',
  'admitted-during-wait':
    'each 429 announces a new wait (Retry-After: {value}), but the key was admitted before it ended, so it is unknown whether refused requests extend the real wait',
} as const;
