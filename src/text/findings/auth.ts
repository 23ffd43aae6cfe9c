import { findingTexts, wrongStatus } from './finding.ts';

export const AUTH_FINDINGS = findingTexts({
  'no-challenge': {
    message: '{request} returned 401 without WWW-Authenticate',
    expected: 'a WWW-Authenticate header',
    actual: 'no such header',
    identity: ['operation'],
  },
  'no-challenge-to-wrong-key': {
    message: '{request} returned 401 without WWW-Authenticate',
    expected: 'a WWW-Authenticate header',
    actual: 'no such header',
    identity: ['operation'],
  },
  'lower-scheme-refused': {
    message: '{request} with `bearer KEY` returned {status}',
    expected: 'accepted like `Bearer KEY`',
    actual: '{status}{said:also}',
    identity: ['operation', 'status'],
  },
  'query-key-accepted': wrongStatus('{request} accepted the key in the query string', '401'),
  'credential-accepted': {
    message: '{request} accepted the credential {credential:json}',
    expected: '401 with the Error body',
    actual: '{status}{said:also}',
    identity: ['operation'],
  },
  'not-refused': {
    message: '{request}{flaw} returned {status}, not {wanted}',
    expected: '{wanted} with the Error body',
    actual: '{status}{said:also}',
    identity: ['operation', 'status', 'probe'],
  },
  'wrong-refusal': {
    message: '{request}{flaw} returned {status}, not {wanted}',
    expected: '{wanted} with the Error body',
    actual: '{status}{said:also}',
    identity: ['operation', 'status', 'probe'],
  },
  'refused-but-stored': {
    message: '{request} returned {status} but stored the animal (request {probe})',
    expected: 'the animal is not stored',
    actual: 'GET {list} lists it: id {id}, name {name:json}',
    identity: ['status', 'probe'],
  },
  'animals-without-key': wrongStatus('{request} returned animals', '401 or 404'),
});
