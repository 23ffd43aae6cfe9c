import { rows } from '../table.ts';
import { again, answer, type Draft, errorBody, lost } from '../trace.ts';

const refused = (body: unknown, given: Partial<Draft> = {}): Draft[] => [
  answer('auth.cut', { status: 401, body, ...given }),
];
const message = (text: string): Draft[] => refused(errorBody(401, { message: text }));
const ok = (body: unknown, given: Partial<Draft> = {}): Draft[] => [answer('list.minimum', { body, ...given })];
const page = { status: 503, body: '<html>' };

rows('error.schema', [
  ['401.0', refused('{"code":"a","message":"b","status":401.0}'), 'pass'],
  ['a body that broke off', [...refused(errorBody(401)), ...refused('{', { cut: 'ECONNRESET' })], 'pass'],
]);

rows('error.status-matches', [
  ['4.01e2', refused('{"status":4.01e2}'), 'pass'],
  ['leaves a string to error.schema', refused(errorBody(401, { status: '400' })), 'inconclusive'],
]);

rows('error.no-leak', [
  ['a time of day', message('Try again at 2026-11-21T12:30:00Z, or at 12:30:45'), 'pass'],
  ['a line and a column', message('Unexpected token at line 1:14'), 'pass'],
  ['a JSON pointer', message("must match at '/name' of POST /v1/pets: https://a.example:443/e#E1"), 'pass'],
  ['select and from', message('Select a status from available, pending, sold and update your request'), 'pass'],
  ['a line and column in parentheses', message('Invalid JSON at line (1:5)'), 'pass'],
  ['one at the beginning of a line', message('Invalid JSON\nat line (1:5)'), 'pass'],
  ['a stack of Python', message('Traceback (most recent call last):\n  File "/app.py", line 3'), 'fail', /stack trace/],
  ['one line of a stack', message('x at list (list.js:14:9)'), 'fail', /stack trace/],
  ['a stack of Go', message('goroutine 7 [running]:\nmain.list()'), 'fail', /stack trace/],
  ['a path of Windows', message('cannot open C:\\inetpub\\store\\pets.mdb'), 'fail', /file path/],
  [
    'the key, which the recorder replaced',
    message(`unknown ${'x'.repeat(40)} key [key free#1] of you`),
    'fail',
    /\| …x{25} key \[key free#1\] of you: $/,
  ],
]);

const empty = answer('list.maximum', { status: 204, body: '', headers: { 'Content-Type': null } });
rows('media.json', [['an answer without a body', [...ok([]), empty], 'pass']]);
rows('media.well-formed', [
  ['nesting that no client reads', ok('['.repeat(200_000)), 'fail', /too deep/],
  ['\\u escapes, blanks and a line break behind', ok(' [ "\\ud83d\\udc3e\\/" ]\r\n'), 'pass'],
  ['a body that broke off', [...ok([]), ...ok('[', { cut: 'UND_ERR_SOCKET' })], 'pass'],
]);
rows('media.clean-json', [
  ['the same key in two objects, and on a string that looks like a key', ok('[{"a":"\\"a\\":"},{"a":1}]'), 'pass'],
  ['__proto__', ok('[{"__proto__":1}]'), 'pass'],
]);
rows('media.plain-integers', [['leaves fractions to the schema', ok('[{"id":1},{"id":1.5}]'), 'pass']]);

rows('robust.no-server-error', [
  [
    '500, even once, with its share',
    [answer('list.maximum', 500), answer('list.maximum')],
    'fail',
    /1 of 2 times .*; 1 of 2 requests of the check, with confirmation attempts, returned/,
  ],
  ['of a balancer', [...ok([]), answer('list.maximum', page), answer('list.maximum', page)], 'fail', /2 of 2 times/],
  ['leaves unlisted paths to whoever answers them', [...ok([]), answer('auth.unknown-path', 501)], 'pass'],
]);
rows('robust.answers', [
  [
    'others, too',
    [...ok([]), lost('list.maximum'), again(lost('list.maximum')), again(lost('list.minimum'))],
    'inconclusive',
  ],
  ['nothing was answered after it', [...ok([]), lost('list.maximum'), lost('list.maximum')], 'inconclusive'],
  ['a body beyond the cap', [...ok([]), answer('list.maximum', { cut: 'TOO_LARGE' }), answer('list.default')], 'pass'],
]);
