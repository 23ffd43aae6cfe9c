import { findingTexts, wrongStatus } from './finding.ts';

export const GET_FINDINGS = findingTexts({
  'wrong-animal': {
    message: '{request} returned another animal: {returned}',
    expected: 'the animal {asked}, or 404 if there is none',
    actual: '200 with the animal {returned}',
  },
  'known-id-refused': wrongStatus('{request} returned {status} for a known id', '200 with the animal'),
  'differs-from-created': {
    message: '{request} returned a different {field} from the response to its creation',
    expected: '{field} {created}',
    actual: '{field} {returned}',
    identity: ['field', 'change'],
  },
  'temporarily-not-found': wrongStatus(
    '{request} returned {status}, but responses before and after it show the animal',
    '200 with the animal',
  ),
  'no-longer-found': wrongStatus(
    '{request} returned {status} for an animal that earlier responses show',
    '200 with the animal',
  ),
  'served-after-removal': {
    message: '{request} returned 200 after {date}',
    expected: '404 or 410',
    actual: '200',
  },
  'removed-early': wrongStatus('{request} returned {status} for a known id before {date}', '200 with the animal'),
  'wrong-sunset': {
    message: '{request} returned a Sunset header without the removal date',
    expected: 'an HTTP-date on 5 December 2030',
    actual: '{value}',
    identity: ['form'],
  },
  'no-deprecation-signal': {
    message: '{request} returned {status} without a Deprecation or Sunset header',
    expected: 'a Deprecation or Sunset header',
    actual: 'neither',
    identity: ['status'],
  },
  'malformed-deprecation': {
    message: '{request} returned a malformed Deprecation header',
    expected: 'a structured-field Date, e.g. @1688169599',
    actual: '{value}',
    identity: ['form'],
  },
  'deprecation-after-sunset': {
    message: '{request} returned a Deprecation date after its Sunset date',
    expected: 'Deprecation not later than Sunset',
    actual: 'Deprecation {value}, Sunset {sunset}',
  },
  'not-modified': {
    message: '{request} returned 304 for the unknown entity tag {tag}',
    expected: '200',
    actual: '304 Not Modified',
  },
  'animal-for-no-id': {
    message: '{request} returned the animal {returned}, but its path has no valid id',
    expected: '404 or 400',
    actual: '200 with the animal {returned}',
  },
});
