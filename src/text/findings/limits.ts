import { findingTexts } from './finding.ts';

const AT_MOST = 'at most {bound:count} in {window} s{refill:also}';

export const LIMIT_FINDINGS = findingTexts({
  'limit-too-low': {
    message:
      'The service admitted at most {before:count} of {limit:count} requests before it refused one; X-RateLimit-Limit is {shown}',
    expected: '{limit:count} requests admitted on plan {plan}',
    actual: 'a limit of {shown}',
    identity: ['shown'],
  },
  'key-of-other-plan': {
    message: 'The service applies the limit of plan {other} to the {plan} key: the key may be of another plan',
    expected: 'X-RateLimit-Limit {limit}, as for plan {plan}',
    actual: 'X-RateLimit-Limit {shown}',
    identity: ['other'],
  },
  'operation-draw': {
    message: 'Remaining {moved} after {count:count request} with {request}',
    expected: 'falls by {count}',
    actual: '{moved}',
    identity: ['operation'],
  },
  'refused-with-remaining': {
    message:
      'The service admitted at most {before:count} of {limit:count} requests before it refused one, with X-RateLimit-Remaining: {remaining}',
    expected: '{limit:count} requests admitted in {window} s',
    actual: '{before:count} admitted, then 429 with Remaining {remaining}',
  },
  'refused-against-remaining': {
    message: 'The service refused a request, although X-RateLimit-Remaining had just been {remaining}',
    expected: 'at least {remaining:count} more requests admitted',
    actual: '429 after at most {drawn:count}',
  },
  'too-few-admitted': {
    message: 'The service admitted only {before:count} of {limit:count} requests in a window',
    expected: '{limit:count} requests admitted in {window} s',
    actual: '{before:count} admitted, then 429, although the lowest Remaining before it was {lowest}',
  },
  'first-request-free': {
    message: 'The first request of a new window was not counted, so the window admits {limit:count} and one more',
    expected: 'Remaining one less than {limit} after the first request, as in the window before',
    actual: 'Remaining {remaining}',
  },
  'too-many-admitted': {
    message: 'The service admitted at least {count:count} requests within {span} s, {cause}',
    expected: AT_MOST,
    actual: 'at least {count:count}',
  },
  'refused-without-429': {
    message: 'The service refused {count:count request} above the limit with status {statuses}',
    expected: '429',
    actual: '{statuses}, and {refused:count} times 429',
    identity: ['statuses'],
  },
  'dropped-above-limit': {
    message: 'The service left {count:count request} above the limit without a response',
    expected: '429',
    actual: 'no response',
  },
  'server-error-under-load': {
    message: '{count:count} of {answered:count} responses had status {statuses}',
    expected: 'no 5xx',
    actual: '{statuses}',
    identity: ['statuses'],
  },
  'retry-after-unreadable': {
    message: 'Retry-After is neither a number of seconds nor an HTTP date: {text:json}',
    expected: 'digits, or an IMF-fixdate such as "Sat, 21 Nov 2026 05:00:00 GMT"',
    actual: '{text:json}: {flaw}',
    identity: ['flaw'],
  },
  'retry-after-timestamp': {
    message: 'Retry-After is a Unix timestamp: {value}',
    expected: 'seconds to wait',
    actual: '{value}, as a wait {years:count year}',
  },
  'retry-after-milliseconds': {
    message: 'Retry-After was {value}, and the service admitted a request {needed} s later',
    expected: 'seconds to wait',
    actual: '{value}, which reads as milliseconds',
  },
  'retry-after-too-long': {
    message: 'Retry-After: {text} is longer than the rest of the window',
    expected: 'at most the rest of a window of {window} s, plus rounding',
    actual: 'Retry-After: {text} (read as a wait of {wait} s)',
  },
  'refused-after-retry-after': {
    message: 'The service refused the key again {waited} s after `Retry-After: {text}`',
    expected: 'admitted when the wait is over',
    actual: '429 {over} s after the wait was over, with a new `Retry-After: {again}`',
  },
  'refused-again-without-retry-after': {
    message: 'The service refused the key again {waited} s after `Retry-After: {text}`',
    expected: 'admitted when the wait is over',
    actual: '429 without Retry-After, {over} s after the wait was over',
  },
  'reset-reads-as-delta': {
    message: 'X-RateLimit-Reset of a 429 reads as seconds from now: {text}',
    expected: 'the Unix time at which the limit is back, later than {at:time}',
    actual: '{text}',
  },
  'back-before-reset': {
    message: 'The complete limit was back at least {early} s before the X-RateLimit-Reset of a 429',
    expected: 'the complete limit back at the Reset of the 429, {due} ({text}), not earlier',
    actual: 'the complete limit was already back at {back}, {early} s earlier (Remaining {remaining})',
  },
  'back-before-reset-in-unit': {
    message: 'The complete limit was back {early} s before X-RateLimit-Reset: {text}, which reads as {unit}',
    expected: 'Reset in Unix seconds, and the limit not back before it',
    actual: 'Reset in {unit}, and the limit back {early} s before it (Remaining {remaining})',
    identity: ['unit'],
  },
  'refused-after-reset': {
    message: 'The service still refused the key more than {after} s after X-RateLimit-Reset {reset:time}',
    expected: 'admitted at Reset, or at most 1 s later (rounding)',
    actual: '429 at {at:time}, at least {past} s after Reset',
  },
  'window-too-short': {
    message:
      'The complete limit came back twice within {apart} s: X-RateLimit-Reset went from {before:time} to {after:time}',
    expected: 'windows that end at least {window} s apart',
    actual: '{apart} s apart, with Remaining {remaining}',
  },
  'window-too-long': {
    message: 'The service refused the key {after} s after the last admitted request',
    expected: 'admitted, because the window of {window} s is over',
    actual: '429, with only {ours:count request} of this run in the last {window} s',
  },
  'refill-too-slow': {
    message: 'Only {slots:count request} came back within {span} s: {rate} per {window} s, not {limit:count}',
    expected: '{limit:count} per {window} s: {due:count} in {span} s',
    actual: 'at most {slots:count}',
  },
  'refill-too-fast': {
    message: 'At least {slots:count request} came back within {span} s',
    expected: 'at most {allowed} in {span} s ({limit:count} in {window} s)',
    actual: '{slots} or more in {span} s ({rate} in {window} s)',
  },
  'refused-create-stored': {
    message: 'A create that the service refused with 429 was stored: a later list shows its animal',
    expected: 'a refused create stores nothing',
    actual: 'an animal with the name {name}',
  },
  'operation-not-limited': {
    message: '{request} returned {status} with an exhausted key, {after} s after a list was refused',
    expected: '429: one limit for all operations',
    actual: '{status} with Remaining {remaining:json}, and a limiter that refills may have returned up to {refilled}',
    identity: ['operation', 'status'],
  },
  'keys-share-counter': {
    message: 'Two keys share one counter: Remaining was {values} for requests with the two keys in turn',
    expected: 'two counters, each falling by 1',
    actual: '{values}',
  },
  'second-key-refused': {
    message:
      'When one key was exhausted, the service also refused another key, which had {remaining:count request} left',
    expected: '200: each key has a limit of its own',
    actual: '429 with Remaining {remaining}',
  },
  'refused-at-plan-rate': {
    message: "The service refused {refused:count} of {paced:count} requests paced at the plan's rate",
    expected: 'no 429 below {limit:count} requests per window',
    actual: '429 with at most {counted:count request} in the window',
  },
  'day-quota-exceeded': {
    message: 'The service admitted {count:count} requests within {span} s, more than the quota of a day',
    expected: 'at most {bound:count} per day',
    actual: '{count:count}',
  },

  // Capacity
  'objective-missed': {
    message: 'missed at {percent} % of the projected peak',
    expected: '{objective}',
    actual: '{measured}',
    identity: ['objective'],
  },

  // What is wrong with the responses with 429 themselves
  'refusal-media-type': {
    message: '{count} of {total} responses with 429 are not application/json',
    expected: 'application/json',
    actual: '{type:json}',
    identity: ['type'],
  },
  'refusal-not-error': {
    message: '{count} of {total} responses with 429 have no Error object as body',
    expected: 'an Error object',
    actual: '{body}',
    identity: ['body'],
  },
  'refusal-lacks-field': {
    message: '{count} of {total} responses with 429 have an Error without {field}',
    expected: '{field} in the Error',
    actual: 'no {field}',
    identity: ['field'],
  },
  'refusal-field-type': {
    message: '{count} of {total} responses with 429 have an Error whose {field} is not a string',
    expected: '{field} as a string',
    actual: '{value:json}',
    identity: ['field'],
  },
  'refusal-body-status': {
    message: '{count} of {total} responses with 429 have an Error with status {value:json}',
    expected: '429',
    actual: '{value:json}',
    identity: ['value'],
  },
  'refusal-lacks-headers': {
    message: '{count} of {total} responses with 429 lack {absent}',
    expected: 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
    actual: 'no {absent}',
    identity: ['absent'],
  },
  'refusal-remaining': {
    message: '{count} of {total} responses with 429 have X-RateLimit-Remaining: {value}',
    expected: '0',
    actual: '{value}',
  },
  'refusal-lacks-retry-after': {
    message: '{count} of {total} responses with 429 have no Retry-After',
    expected: 'a Retry-After header',
    actual: 'none',
  },
});
