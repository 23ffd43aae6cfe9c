import { findingTexts } from '../finding.ts';

/** What is wrong with the responses with 429 themselves. */
export const REFUSAL_FINDINGS = findingTexts({
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
