import type { RequirementRow } from '../requirement.ts';

const failure = { clause: 'Authentication', quote: 'A missing or invalid key gives 401 with an Error body.' } as const;
const header = { clause: 'Authentication', quote: 'An API key is passed as the bearer token.' } as const;

export const AUTH = [
  {
    id: 'auth.required.list',
    level: 'must',
    title: 'GET /pets without an Authorization header: 401 with the Error body',
    ...failure,
  },
  {
    id: 'auth.required.create',
    level: 'must',
    title: 'POST /pets without an Authorization header: 401 with the Error body',
    ...failure,
  },
  {
    id: 'auth.required.get',
    level: 'must',
    title: 'GET /pets/{petId} without an Authorization header: 401 with the Error body',
    ...failure,
  },
  {
    id: 'auth.unknown-key.list',
    level: 'must',
    title: 'GET /pets with a well-formed but unknown key: 401 with the Error body',
    ...failure,
  },
  {
    id: 'auth.unknown-key.create',
    level: 'must',
    title: 'POST /pets with a well-formed but unknown key: 401 with the Error body',
    ...failure,
  },
  {
    id: 'auth.unknown-key.get',
    level: 'must',
    title: 'GET /pets/{petId} with a well-formed but unknown key: 401 with the Error body',
    ...failure,
  },
  {
    id: 'auth.near-miss-key',
    level: 'must',
    title: 'The real key cut short, with characters appended, with its letter case flipped: each 401',
    ...failure,
  },
  {
    id: 'auth.bearer-only',
    level: 'must',
    title: 'The real key under Basic, under another scheme word and without a scheme: each 401',
    ...header,
  },
  { id: 'auth.empty-token', level: 'must', title: '`Bearer` with nothing after it: 401', ...failure },
  { id: 'auth.query-key', level: 'must', title: 'The key only in the query string: 401', ...header },
  {
    id: 'auth.no-side-effect',
    level: 'must',
    title: 'An animal sent without a valid key is not in any list afterwards',
    ...failure,
  },
  {
    id: 'auth.www-authenticate',
    level: 'should',
    title: 'A 401 carries WWW-Authenticate',
    ...failure,
    source: 'RFC 9110 §15.5.2',
  },
  {
    id: 'auth.scheme-case',
    level: 'should',
    title: 'The scheme word `bearer` is accepted in lower case',
    clause: 'Authentication',
    quote: 'HTTP bearer',
    source: 'RFC 9110 §11.1',
  },
  {
    id: 'auth.unknown-path',
    level: 'observe',
    title: 'An unlisted path without a key: 401, 404 or other',
    clause: 'Other operations',
    quote: 'Any further operations on the store or on categories: not shown.',
  },
] as const satisfies readonly RequirementRow[];
