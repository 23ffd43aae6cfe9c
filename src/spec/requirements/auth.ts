import { must, observe, should, under } from '../requirement.ts';
import { VALID } from './create.ts';

const authentication = under('Authentication');
const failure = authentication('A missing or invalid key gives 401 with an Error body.');
const header = authentication('An API key is passed as the bearer token.');

export const AUTH = [
  must('auth.required.list', 'GET /pets without an Authorization header: 401 with the Error body', failure, {
    stimuli: ['auth.none.list*', 'auth.none.elsewhere', 'auth.unknown-path'],
  }),
  must('auth.required.create', 'POST /pets without an Authorization header: 401 with the Error body', failure, {
    creates: true,
    stimuli: ['auth.none.create*', ...VALID],
  }),
  must('auth.required.get', 'GET /pets/{petId} without an Authorization header: 401 with the Error body', failure, {
    stimuli: ['auth.none.get', 'get.not-found', 'get.found'],
  }),
  must('auth.unknown-key.list', 'GET /pets with a well-formed but unknown key: 401 with the Error body', failure, {
    stimuli: ['auth.unknown.list', 'auth.unknown.bytes', 'auth.unknown.long'],
  }),
  must('auth.unknown-key.create', 'POST /pets with a well-formed but unknown key: 401 with the Error body', failure, {
    creates: true,
    stimuli: ['auth.unknown.create', ...VALID],
  }),
  must(
    'auth.unknown-key.get',
    'GET /pets/{petId} with a well-formed but unknown key: 401 with the Error body',
    failure,
    { stimuli: ['auth.unknown.get', 'get.not-found', 'get.found'] },
  ),
  must(
    'auth.near-miss-key',
    'The real key cut short, with characters appended, with its letter case flipped: each 401',
    failure,
    { stimuli: ['auth.cut', 'auth.appended', 'auth.flipped'], cells: ['cut', 'appended', 'flipped'] },
  ),
  must(
    'auth.bearer-only',
    'The real key under Basic, under another scheme word and without a scheme: each 401',
    header,
    { stimuli: ['auth.basic', 'auth.other-scheme', 'auth.no-scheme'], cells: ['basic', 'other-scheme', 'no-scheme'] },
  ),
  must('auth.empty-token', '`Bearer` with nothing after it: 401', failure, { stimuli: ['auth.empty-token'] }),
  must('auth.query-key', 'The key only in the query string: 401', header, {
    stimuli: ['auth.none.list'],
    notApplicableCode: 'key-not-in-url',
  }),
  must('auth.no-side-effect', 'An animal sent without a valid key is not in any list afterwards', failure, {
    creates: true,
    stimuli: ['auth.none.create*', 'auth.unknown.create', ...VALID, 'list.maximum'],
    inconclusiveCode: 'no-create-refused',
  }),
  should('auth.www-authenticate', 'A 401 carries WWW-Authenticate', failure, { source: 'RFC 9110 §15.5.2' }),
  should('auth.scheme-case', 'The scheme word `bearer` is accepted in lower case', authentication('HTTP bearer'), {
    source: 'RFC 9110 §11.1',
    stimuli: ['get.found'],
  }),
  observe(
    'auth.unknown-path',
    'An unlisted path without a key: 401, 404 or other',
    under('Other operations')('Any further operations on the store or on categories: not shown.'),
    { stimuli: ['auth.unknown-path'] },
  ),
];
