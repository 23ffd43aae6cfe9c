import { findingTexts, wrongStatus } from './finding.ts';

export const LIST_FINDINGS = findingTexts({
  'list-refused': wrongStatus('{request} returned {status} for a valid list', '200 with a JSON array'),
  'not-an-array': {
    message: '{request} returned JSON that is not an array',
    expected: '200 with a JSON array',
    actual: 'another JSON value',
  },
  'above-limit': {
    message: '{request} returned {items:count animal}',
    expected: 'at most {limit:count animal}',
    actual: '{items:count animal}',
  },
  'one-above-limit': {
    message: '{request} returned {items:count animal}, always one more than the limit',
    expected: 'at most {limit:count animal}',
    actual: '{items:count animal}',
  },
  'below-default': {
    message: '{request} returned {items:count animal}, but `limit=20` returns {most}',
    expected: '{most:count animal}, as with `limit=20`',
    actual: '{items:count animal}',
  },
  'short-page': {
    message: '{request} returned {items:count animal}, but {matching} match',
    expected: '{wanted:count animal} with limit {limit}',
    actual: '{items:count animal}',
    identity: ['filter'],
  },
  'listed-twice': {
    message: '{request} lists id {id} twice',
    expected: 'each id once',
    actual: 'id {id} twice',
  },
  'filter-ignored': {
    message: '{request} returned animals with a status other than {wanted}',
    expected: 'only {wanted} animals',
    actual: 'a different status on {wrong} of {items:count animal}; for example, the animal with id {id} has {listed}',
  },
  'field-inconsistent': {
    message: '{request} returned animal {id} with a different {field} than earlier responses',
    expected: '{field} {before}, as in {earlier} (request {first})',
    actual: '{field} {after} (request {last})',
    identity: ['field', 'operation'],
  },
  'created-not-listed': {
    message: '{request} omits an animal that was created {seconds} s earlier',
    expected: 'id {id} in the list',
    actual: '{items:count animal} without it, and the page is not full',
  },
  'listed-otherwise': {
    message: '{request} returned animal {id} with a different {field} than it was created with',
    expected: '{field} {created}',
    actual: '{field} {listed}',
    identity: ['field', 'change'],
  },
  'list-omits-animal': {
    message: '{request} omits an animal that responses before and after it show',
    expected: 'id {id} ({name:json}) in the list',
    actual: '{items:count animal} without it, and the page is not full',
  },
  'filter-omits-animal': {
    message: '{request} omits an animal that is {wanted}',
    expected: 'id {id} ({name:json}) in the list',
    actual: '{items:count animal} without it, and the page is not full',
  },
});
