import { again, answer, type Draft, errorBody, lost } from '../trace.ts';
import { verdicts } from '../verdicts.ts';

const refused = (body: unknown, given: Partial<Draft> = {}): Draft[] => [
  answer('auth.cut', { status: 401, body, ...given }),
];
const message = (text: string): Draft[] => refused(errorBody(401, { message: text }));
const ok = (body: unknown, given: Partial<Draft> = {}): Draft[] => [answer('list.minimum', { body, ...given })];
const page = { status: 503, body: '<html>' };

const empty = answer('list.maximum', { status: 204, body: '', headers: { 'Content-Type': null } });

verdicts('responses', {
  'error.schema': {
    '401.0': refused('{"code":"a","message":"b","status":401.0}'),
    'a body that broke off': [...refused(errorBody(401)), ...refused('{', { cut: 'ECONNRESET' })],
  },
  'error.status-matches': {
    '4.01e2': refused('{"status":4.01e2}'),
    'leaves a string to error.schema': refused(errorBody(401, { status: '400' })),
  },
  'error.no-leak': {
    'a time of day': message('Try again at 2026-11-21T12:30:00Z, or at 12:30:45'),
    'a line and a column': message('Unexpected token at line 1:14'),
    'a JSON pointer': message("must match at '/name' of POST /v1/pets: https://a.example:443/e#E1"),
    'select and from': message('Select a status from available, pending, sold and update your request'),
    'a line and column in parentheses': message('Invalid JSON at line (1:5)'),
    'one at the beginning of a line': message('Invalid JSON\nat line (1:5)'),
    'a stack of Python': message('Traceback (most recent call last):\n  File "/app.py", line 3'),
    'one line of a stack': message('x at list (list.js:14:9)'),
    'a stack of Go': message('goroutine 7 [running]:\nmain.list()'),
    'a path of Windows': message('cannot open C:\\inetpub\\store\\pets.mdb'),
    'the key, which the recorder replaced': message(`unknown ${'x'.repeat(40)} key [key free#1] of you`),
  },
  'media.json': {
    'an answer without a body': [...ok([]), empty],
  },
  'media.well-formed': {
    'nesting that no client reads': ok('['.repeat(200_000)),
    '\\u escapes, blanks and a line break behind': ok(' [ "\\ud83d\\udc3e\\/" ]\r\n'),
    'a body that broke off': [...ok([]), ...ok('[', { cut: 'UND_ERR_SOCKET' })],
  },
  'media.clean-json': {
    'the same key in two objects, and on a string that looks like a key': ok('[{"a":"\\"a\\":"},{"a":1}]'),
    'a field __proto__': ok('[{"__proto__":1}]'),
  },
  'media.plain-integers': {
    'leaves fractions to the schema': ok('[{"id":1},{"id":1.5}]'),
  },
  'robust.no-server-error': {
    '500, even once, with its share': [answer('list.maximum', 500), answer('list.maximum')],
    'of a balancer': [...ok([]), answer('list.maximum', page), answer('list.maximum', page)],
    'unlisted paths may fail in any way': [...ok([]), answer('auth.unknown-path', 501)],
  },
  'robust.answers': {
    'others, too': [...ok([]), lost('list.maximum'), again(lost('list.maximum')), again(lost('list.minimum'))],
    'nothing was answered after it': [...ok([]), lost('list.maximum'), lost('list.maximum')],
    'a body beyond the cap': [...ok([]), answer('list.maximum', { cut: 'TOO_LARGE' }), answer('list.default')],
  },
});
