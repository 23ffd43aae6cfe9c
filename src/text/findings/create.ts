import { findingTexts, wrongStatus } from './finding.ts';

export const CREATE_FINDINGS = findingTexts({
  'not-created': wrongStatus('{request} returned {status} for a valid payload', '201 with the created animal'),
  'payload-refused': wrongStatus(
    '{request} returned {status} for a valid payload',
    '201, or 400 if the service does not accept the value',
  ),
  'value-refused': {
    message: '{request} returned {status} for a payload with {value}',
    expected: '201',
    actual: '{status}{said:also}',
    identity: ['status', 'value'],
  },
  'created-unreadable': {
    message: '{request} returned {status} for a payload with {value}, but no animal',
    expected: '201 with the created animal',
    actual: 'a body without an animal that has an id',
    identity: ['value'],
  },
  'missing-status-refused': wrongStatus('{request} returned {status} for a payload without `status`', '201'),
  'unknown-default-status': {
    message: '{request} without `status` created an animal with an unknown status',
    expected: 'no status, or one of available, pending, sold',
    actual: 'status {created:json}',
  },
  'text-refused': wrongStatus('{request} returned {status} for a name with special characters', '201 or 400'),
  'field-changed': {
    message: '{request} returned a different {field} from the one sent',
    expected: '{field} {sent}',
    actual: '{field} {returned}',
    identity: ['field', 'change'],
  },
  'id-reused': {
    message: '{request} returned an id that another animal has',
    expected: 'a new id',
    actual: 'id {id} again',
  },
  'stored-twice': {
    message: '{request} lists {animals:count animal} for {creates:count create} of {name:json}',
    expected: 'at most {creates:count animal}',
    actual: 'ids {ids}',
  },
  'missing-status-differs': {
    message: '{request} without a status returned a different status from the first animal without one',
    expected: 'status {first:json}',
    actual: 'status {other:json}',
  },
  'created-again-updated': wrongStatus(
    '{request} returned {status} for a second animal with the same name',
    '201 or 400',
  ),
  'created-again-refused': wrongStatus(
    '{request} returned {status} for the payload of an animal that exists; the operation lists 201, 400 and 401',
    '201, or 400 if names must be unique',
  ),
  'spelling-refused': wrongStatus(
    '{request} returned {status} for a payload with a charset, and accepted the same payload without it',
    '201',
  ),
});
