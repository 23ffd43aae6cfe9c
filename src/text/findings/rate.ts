import { findingTexts } from './finding.ts';

export const RATE_FINDINGS = findingTexts({
  'rate-headers-missing': {
    message: '{request} returned {status} without {missing} ({lacking} of {total:count such response})',
    expected: '{wanted}',
    actual: 'no {missing}',
    identity: ['operation', 'status', 'missing'],
  },
  'rate-headers-renamed': {
    message:
      '{request} returned {status} with {others} instead of {missing} ({lacking} of {total:count such response})',
    expected: '{wanted}',
    actual: '{others}',
    identity: ['operation', 'status', 'missing', 'others'],
  },
  'rate-header-repeated': {
    message: '{request} returned {header} {times} times',
    expected: 'one field line',
    actual: '{values}',
    identity: ['operation', 'status', 'header'],
  },
  'rate-header-malformed': {
    message: '{request} returned {header} with a value that is not a non-negative integer',
    expected: 'one non-negative integer',
    actual: '{value:json}',
    identity: ['operation', 'status', 'header', 'form'],
  },
  'fractional-reset': {
    message: '{request} returned X-RateLimit-Reset with a fraction',
    expected: 'whole seconds',
    actual: '{value}',
    identity: ['operation', 'status'],
  },
  'wrong-limit': {
    message:
      '{request} returned a different X-RateLimit-Limit from that of the plan {plan} ({wrong} of {total:count response})',
    expected: '{perMinute} per minute or {perDay} per day',
    actual: '{limit}',
    identity: ['operation', 'status'],
  },
  'remaining-out-of-range': {
    message: '{request} returned X-RateLimit-Remaining outside 0 to {limit}',
    expected: 'from 0 to {limit}',
    actual: '{remaining}',
    identity: ['operation', 'status'],
  },
  'reset-wrong-unit': {
    message: '{request} returned X-RateLimit-Reset in {unit}',
    expected: 'seconds since 1970 (ten digits)',
    actual: '{value}',
    identity: ['operation', 'status', 'unit'],
  },
  'reset-unreadable': {
    message: '{request} returned an X-RateLimit-Reset that is not a time since 2001',
    expected: 'seconds since 1970 (ten digits)',
    actual: '{value:json}',
    identity: ['operation', 'status', 'form'],
  },
  'reset-before-date': {
    message: '{request} returned an X-RateLimit-Reset {seconds} s in the past',
    expected: 'from now to {window} s ahead, by the clock of the server',
    actual: '{reset:time}, {seconds} s before the Date of the response',
    identity: ['operation', 'status'],
  },
  'reset-too-far': {
    message: '{request} returned an X-RateLimit-Reset {seconds} s ahead',
    expected: 'from now to {window} s ahead, by the clock of the server',
    actual: '{reset:time}, {seconds} s after the Date of the response',
    identity: ['operation', 'status'],
  },
  'reset-too-far-once': {
    message: '{request} returned an X-RateLimit-Reset {seconds} s ahead, another response one {laterSeconds} s ahead',
    expected: 'from now to {window} s ahead, by the clock of the server',
    actual: '{reset:time}, and {later:time} in the other response: this is not a sliding counter',
    identity: ['operation', 'status'],
  },
  'reset-after-refill': {
    message: '{request} returned an X-RateLimit-Reset {seconds} s ahead, {early} s after the complete limit is back',
    expected: 'from now to {window} s ahead, by the clock of the server',
    actual: '{reset:time}: this is not a sliding counter',
    identity: ['operation', 'status'],
  },
  'remaining-stands': {
    message: 'X-RateLimit-Remaining did not fall for {still} of {sent:count request} of {requests}{effect:also}',
    expected: 'a fall of 1 for each request (a limiter that refills may have returned up to {refill})',
    actual: '{values}',
    identity: ['counted'],
  },
  'remaining-stands-together': {
    message: 'X-RateLimit-Remaining fell by {fall} over {sent:count simultaneous request} of {requests}',
    expected: 'a fall of {sent} (a limiter that refills may have returned up to {refill})',
    actual: 'a fall of {fall}',
    identity: ['counted'],
  },
  'remaining-falls-more': {
    message: 'X-RateLimit-Remaining falls by {fall} for each request of {requests}, {times:count time} in a row',
    expected: 'a fall of 1',
    actual: 'a fall of {fall}: {values}',
    identity: ['counted'],
  },
  'remaining-rose': {
    message:
      '{request} returned {status} with an X-RateLimit-Remaining {rise} higher than the {previous} of {before}, in one window',
    expected: '{wanted}, one less than before',
    actual: '{remaining}, {seconds} s later',
    identity: ['operation', 'status'],
  },
  'remaining-repeated': {
    message:
      '{request} returned the rate headers of the same request {seconds} s earlier, with X-RateLimit-Remaining {remaining}, although {between} had shown {lowest} in between',
    expected: 'at most {wanted}',
    actual: '{remaining}, then less again',
    identity: ['operation', 'status'],
  },
  'counter-per-spelling': {
    message:
      '{request} with {credential:json} was counted by another counter: several nodes, or a counter per spelling of `Bearer`',
    expected: 'X-RateLimit-Remaining {wanted}',
    actual: '{remaining}, and {after} for the next request with `Bearer`',
    identity: ['credential'],
  },
  'counter-per-header': {
    message: '{request} with {header} was counted by another counter: the limit of a key depends on that header',
    expected: 'X-RateLimit-Remaining {wanted}',
    actual: '{remaining}, and {after} for the next request without {header}',
    identity: ['header'],
  },
  'counted-elsewhere': {
    message:
      '{request} was counted by a different counter from the requests before and after it: one key has several limits',
    expected: 'X-RateLimit-Remaining {wanted}',
    actual: '{remaining}, and {after} for a later request',
  },
  'uneven-draw': {
    message:
      'X-RateLimit-Remaining falls by {fall} for each of {own} {words}, and by 1 for {others:count other request}',
    expected: 'a fall of 1',
    actual: 'a fall of {fall}: {values}',
    identity: ['kind', 'fall'],
  },
});
