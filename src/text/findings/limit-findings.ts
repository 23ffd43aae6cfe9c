import { beginning } from '../template.ts';

const ofRefusals = beginning('{count:count} of {total:count} responses with 429', []);
const AT_MOST = 'at most {bound:count} in {window} s{refill:also}';

const refusedAgain = <const Actual extends string>(actual: Actual) =>
  [
    'The service refused the key again {waited} s after `Retry-After: {text}`',
    'admitted when the wait is over',
    actual,
  ] as const;

export const LIMIT_FINDINGS = {
  'limit-too-low': [
    'The service admitted at most {before:count} of {limit:count} requests before it refused one; X-RateLimit-Limit is {shown}',
    '{limit:count} requests admitted on plan {plan}',
    'a limit of {shown}',
    ['shown'],
  ],
  'key-of-other-plan': [
    'The service applies the limit of plan {other} to the {plan} key: the key may be of another plan',
    'X-RateLimit-Limit {limit}, as for plan {plan}',
    'X-RateLimit-Limit {shown}',
    ['other'],
  ],
  'operation-draw': [
    'Remaining {moved} after {count:count request} with {request}',
    'falls by {count}',
    '{moved}',
    ['operation'],
  ],
  'refused-with-remaining': [
    'The service admitted at most {before:count} of {limit:count} requests before it refused one, with X-RateLimit-Remaining: {remaining}',
    '{limit:count} requests admitted in {window} s',
    '{before:count} admitted, then 429 with Remaining {remaining}',
  ],
  'refused-against-remaining': [
    'The service refused a request, although X-RateLimit-Remaining had just been {remaining}',
    'at least {remaining:count} more requests admitted',
    '429 after at most {drawn:count}',
  ],
  'too-few-admitted': [
    'The service admitted only {before:count} of {limit:count} requests in a window',
    '{limit:count} requests admitted in {window} s',
    '{before:count} admitted, then 429, although the lowest Remaining before it was {lowest}',
  ],
  'bucket-too-small': ['By Remaining and Reset, a full quota is at most {size:count}', '{limit:count}', '{size:count}'],
  'first-request-free': [
    'The first request of a new window was not counted, so the window admits {limit:count} and one more',
    'Remaining one less than {limit:count} after the first request, as in the window before',
    'Remaining {remaining}',
  ],
  'too-many-admitted': [
    'The service admitted at least {count:count} requests within {span} s, {cause}',
    AT_MOST,
    'at least {count:count}',
  ],
  'refused-without-429': [
    'The service refused {count:count request} above the limit with status {statuses}',
    '429',
    '{statuses}, and {refused:count} times 429',
    ['statuses'],
  ],
  'dropped-above-limit': ['{count:count request} above the limit got no response', '429', 'no response'],
  'server-error-under-load': [
    '{count:count} of {answered:count} responses had status {statuses}',
    'no 5xx',
    '{statuses}',
    ['statuses'],
  ],
  'retry-after-unreadable': [
    'Retry-After is neither a whole number of seconds nor an HTTP date: {text:json}',
    'digits, or an IMF-fixdate such as "Sat, 21 Nov 2026 05:00:00 GMT"',
    '{text:json}: {flaw}',
    ['flaw'],
  ],
  'retry-after-timestamp': ['Retry-After is a Unix time: {value}', 'seconds', '{value}, or {years:count year}'],
  'retry-after-milliseconds': [
    'Retry-After was {value}, and the service admitted a request {needed} s later',
    'seconds to wait',
    '{value}, which reads as milliseconds',
  ],
  'retry-after-too-long': [
    'Retry-After: {text} is longer than the rest of the window',
    'at most the rest of a window of {window} s, plus rounding',
    'Retry-After: {text} (read as a wait of {wait} s)',
  ],
  'refused-after-retry-after': refusedAgain('429 {over} s after the wait was over, with a new `Retry-After: {again}`'),
  'refused-again-without-retry-after': refusedAgain('429 without Retry-After, {over} s after the wait was over'),
  'reset-reads-as-delta': [
    'X-RateLimit-Reset of a 429 reads as seconds from now: {text}',
    'the Unix time at which the limit is back, later than {at:time}',
    '{text}',
  ],
  'back-before-reset': [
    'The complete limit was back at least {early} s before the X-RateLimit-Reset of a 429',
    'the complete limit back at the Reset of the 429, {due} ({text}), not earlier',
    'the complete limit was already back at {back}, {early} s earlier (Remaining {remaining})',
  ],
  'back-before-reset-in-unit': [
    'The complete limit was back {early} s before X-RateLimit-Reset: {text}, which reads as {unit}',
    'Reset in Unix seconds, and the limit not back before it',
    'Reset in {unit}, and the limit back {early} s before it (Remaining {remaining})',
    ['unit'],
  ],
  'refused-after-reset': [
    'The service still refused the key more than {after} s after X-RateLimit-Reset {reset:time}',
    'admitted at Reset, or at most 1 s later (rounding)',
    '429 at {at:time}, at least {past} s after Reset',
  ],
  'window-too-short': [
    'Two windows with the complete limit end {apart} s apart by X-RateLimit-Reset: {before:time} and {after:time}',
    'windows that end at least {window} s apart',
    '{apart} s apart, with Remaining {remaining}',
  ],
  'window-too-long': [
    'The service refused the key {after} s after the last admitted request',
    'admitted, because the window of {window} s is over',
    '429, with only {ours:count request} of this run in the last {window} s',
  ],
  'refill-too-slow': [
    'Only {slots:count request} came back within {span} s: {rate} per {window} s, not {limit:count}',
    '{limit:count} per {window} s: {due} in {span} s',
    'at most {slots:count}',
  ],
  'refill-too-fast': [
    'At least {slots:count request} came back within {span} s',
    '{limit:count} per {window} s: {due} in {span} s',
    '{slots:count} or more in {span} s ({rate} in {window} s)',
  ],
  'refused-create-stored': [
    'A create that the service refused with 429 was stored: a later list shows its animal',
    'a refused create stores nothing',
    'an animal with the name {name}',
  ],
  'operation-not-limited': [
    '{request} is not counted with the lists: it returned {status} when they were exhausted, {after} s after a list was refused',
    '429: one limit for all operations',
    '{status} with Remaining {remaining:json}, and a limiter that refills may have returned up to {refilled}',
    ['operation', 'status'],
  ],
  'keys-share-counter': [
    'Two keys share one counter: Remaining was {values} for requests with the two keys in turn',
    'two counters, each falling by 1',
    '{values}',
  ],
  'second-key-refused': [
    'When one key was exhausted, the service also refused another key, which had {remaining:count request} left',
    '200: each key has a limit of its own',
    '429 with Remaining {remaining}',
  ],
  'refused-at-plan-rate': [
    "The service refused {refused:count} of {paced:count} requests paced at the plan's rate",
    'no 429 below {limit:count} requests per window',
    '429 with at most {counted:count request} in the window',
  ],
  'day-quota-exceeded': [
    'The service admitted {count:count} requests within {span} s, more than the daily limit',
    'at most {bound:count} per day',
    '{count:count}',
  ],

  // Capacity
  'objective-missed': ['Objective missed at {percent} % of the peak', '{objective}', '{measured}', ['objective']],

  // Defects of the 429 responses themselves
  'refusal-media-type': ofRefusals('are not application/json', 'application/json', '{type:json}', ['type']),
  'refusal-not-error': ofRefusals('do not match the schema Error{at}', '{wanted}', '{example}', ['problem']),
  'refusal-body-status': ofRefusals('have an Error with status {value:json}', '429', '{value:json}', ['value']),
  'refusal-lacks-headers': ofRefusals(
    'lack {absent}',
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
    'no {absent}',
    ['absent'],
  ),
  'refusal-remaining': ofRefusals('have X-RateLimit-Remaining: {value}', '0', '{value}'),
  'refusal-lacks-retry-after': ofRefusals('have no Retry-After', 'a Retry-After header', 'none'),
} as const;
