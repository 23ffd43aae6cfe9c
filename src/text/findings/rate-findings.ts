import { returned } from '../template.ts';

const wrongReset = <const What extends string, const Actual extends string>(what: What, actual: Actual) =>
  returned(`an X-RateLimit-Reset ${what}`, 'from now to {window} s ahead, by the clock of the server', actual);

export const RATE_FINDINGS = {
  'rate-headers-missing': returned(
    '{status} without {missing} ({lacking:count} of {total:count such response})',
    '{wanted}',
    'no {missing}',
    ['missing'],
  ),
  'rate-headers-renamed': returned(
    '{status} with {others} instead of {missing} ({lacking:count} of {total:count such response})',
    '{wanted}',
    '{others}',
    ['missing', 'others'],
  ),
  'rate-header-repeated': returned('{header} {times} times', 'one field line', '{values}', ['header']),
  'rate-header-malformed': returned(
    '{header} with a value that is not a non-negative integer',
    'one non-negative integer',
    '{value:json}',
    ['header', 'form'],
  ),
  'fractional-reset': returned('X-RateLimit-Reset with a fraction', 'whole seconds', '{value}'),
  'wrong-limit': returned(
    'a different X-RateLimit-Limit from that of the plan {plan} ({wrong:count} of {total:count response})',
    '{perMinute:count} per minute or {perDay:count} per day',
    '{limit}',
  ),
  'remaining-out-of-range': returned('X-RateLimit-Remaining outside 0 to {limit}', 'from 0 to {limit}', '{remaining}'),
  'reset-wrong-unit': returned('X-RateLimit-Reset in {unit}', 'seconds since 1970 (ten digits)', '{value}', ['unit']),
  'reset-unreadable': returned(
    'an X-RateLimit-Reset that is not a time since 2001',
    'seconds since 1970 (ten digits)',
    '{value:json}',
    ['form'],
  ),
  'reset-before-date': wrongReset(
    '{seconds} s in the past',
    '{reset:time}, {seconds} s before the Date of the response',
  ),
  'reset-too-far': wrongReset('{seconds} s ahead', '{reset:time}, {seconds} s after the Date of the response'),
  'reset-too-far-once': wrongReset(
    '{seconds} s ahead, another response one {laterSeconds} s ahead',
    '{reset:time}, and {later:time} in the other response: this is not a sliding counter',
  ),
  'reset-after-refill': wrongReset(
    '{seconds} s ahead, {early} s after the complete limit is back',
    '{reset:time}: this is not a sliding counter',
  ),
  'remaining-stands': [
    'X-RateLimit-Remaining did not fall for {still} of {sent:count request} of {requests}{effect:also}',
    'a fall of 1 for each request (a limiter that refills may have returned up to {refill})',
    '{values}',
    ['counted'],
  ],
  'remaining-stands-together': [
    'X-RateLimit-Remaining fell by {fall} over {sent:count simultaneous request} of {requests}',
    'a fall of {sent} (a limiter that refills may have returned up to {refill})',
    'a fall of {fall}',
    ['counted'],
  ],
  'remaining-falls-more': [
    'X-RateLimit-Remaining falls by {fall} for each request of {requests}, {times:count time} in a row',
    'a fall of 1',
    'a fall of {fall}: {values}',
    ['counted'],
  ],
  'remaining-rose': returned(
    '{status} with an X-RateLimit-Remaining {rise} higher than the {previous} of {before}, in one window',
    '{wanted}, one less than before',
    '{remaining}, {seconds} s later',
  ),
  'remaining-repeated': returned(
    'the rate headers of the same request {seconds} s earlier, with X-RateLimit-Remaining {remaining}, although {between} had shown {lowest} in between',
    'at most {wanted}',
    '{remaining}, then less again',
  ),
  'counter-per-spelling': [
    '{request} with {credential:json} was counted by another counter: several nodes, or a counter per spelling of `Bearer`',
    'X-RateLimit-Remaining {wanted}',
    '{remaining}, and {after} for the next request with `Bearer`',
    ['credential'],
  ],
  'counter-per-header': [
    '{request} with {header} was counted by another counter: the limit of a key depends on that header',
    'X-RateLimit-Remaining {wanted}',
    '{remaining}, and {after} for the next request without {header}',
    ['header'],
  ],
  'counted-elsewhere': [
    '{request} was counted by a different counter from the requests before and after it: one key has several limits',
    'X-RateLimit-Remaining {wanted}',
    '{remaining}, and {after} for a later request',
  ],
  'uneven-draw': [
    'X-RateLimit-Remaining falls by {fall} for each of {own} {words}, and by 1 for {others:count other request}',
    'a fall of 1',
    'a fall of {fall}: {values}',
    ['kind', 'fall'],
  ],
} as const;
