import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../src/result/signature.ts';

type Words = readonly [message: string, expected: string, actual: string];
const sign = (...all: Words[]) =>
  signatureOf(
    'list.ok',
    all.map(([message, expected, actual]) => ({ message, expected, actual })),
  );
const saying = (actual: string) => sign(['GET /pets answered 200', 'what the document says', actual]);

describe('a signature', () => {
  it.each<[string, Words, Words]>([
    [
      'ids in a path',
      ['GET /pets/25 answered 403', '401', '403'],
      ['GET /pets/9007199254740993 answered 403', '401', '403'],
    ],
    [
      'counts',
      ['GET /pets answered 200', 'at most 1 animals', '20 animals'],
      ['GET /pets answered 200', 'at most 1 animals', '311 animals'],
    ],
    ['one and several', ['1 request refused', 'none', '1 lists'], ['12 requests refused', 'none', '300 lists']],
    [
      'the page that shows it',
      ['GET /pets?limit=100 answered 200', 'an id', 'none'],
      ['GET /pets?status=sold&limit=2 answered 200', 'an id', 'none'],
    ],
    ['the place in a list', ['no Pets at /2/status', 'one of', 'null'], ['no Pets at /17/status', 'one of', 'null']],
    [
      "the run's tag",
      ['name', '"Storecheck 1ff77d create.sold"', '"STORECHECK 1FF77D CREATE.SOLD"'],
      ['name', '"Storecheck abcdef create.sold"', '"STORECHECK ABCDEF CREATE.SOLD"'],
    ],
    [
      'a tag that was cut off',
      ['name', '"Storecheck 1ff77d create.sold"', '"Storecheck 1f"'],
      ['name', '"Storecheck d776b4 create.sold"', '"Storecheck d7"'],
    ],
    [
      'seconds',
      ['refused 0.31 s after the first', 'admitted', '429'],
      ['refused 12 s after the first', 'admitted', '429'],
    ],
    [
      'dates',
      ['Retry-After: Sat, 21 Nov 2026 05:00:00 GMT', 'later', '429'],
      ['Retry-After: Mon, 07 Dec 2026 15:12:09 GMT', 'later', '429'],
    ],
    ['ISO dates', ['x', 'y', '2026-11-21T12:00:00.123Z'], ['x', 'y', '2027-01-02T03:04:05Z']],
    ['the host', ['x', 'y', 'Location http://127.0.0.1:4010/v1'], ['x', 'y', 'Location https://api.example.com/v1']],
    [
      'ids of requests',
      ['x', 'y', 'trace 5f3a9c21-77aa-4c1e-9d7e-0123456789ab'],
      ['x', 'y', 'trace 0e4d1b7c-12ab-4fde-8a6b-abcdef012345'],
    ],
    [
      'names of other animals',
      ['x', 'id 7 ("Mia 7") in the list', 'none'],
      ['x', 'id 12 ("Señor \\"Gato\\"") in the list', 'none'],
    ],
    [
      'a count that could be a status',
      ['GET /pets answered 200: X-RateLimit-Remaining', 'from 0 to 300', '599'],
      ['GET /pets answered 200: X-RateLimit-Remaining', 'from 0 to 60', '117'],
    ],
    ['lists of numbers', ['x', 'y', '58, 57, 56: one counter'], ['x', 'y', '9, 8: one counter']],
  ])('is the same whatever %s', (_what, one, other) => {
    expect(sign(one)).toBe(sign(other));
  });

  it.each<[string, Words, Words]>([
    [
      'the status',
      ['GET /pets answered 403', '401 with the Error body', '403'],
      ['GET /pets answered 500', '401 with the Error body', '500'],
    ],
    [
      'a status among words',
      ['12 requests answered 503 (5 with 429)', '429 above the limit', '503'],
      ['12 requests answered 403 (5 with 429)', '429 above the limit', '403'],
    ],
    ['a status as a text', ['x', 'status 429', 'status "429"'], ['x', 'status 429', 'status 400']],
    ['the operation', ['GET /pets answered 500', 'no 5xx', '500'], ['POST /pets answered 500', 'no 5xx', '500']],
    ['the field', ['no Pets at /2/status', 'one of', 'null'], ['no Pets at /2/name', 'one of', 'null']],
    ['the value', ['no Pets at /2/status', 'one of', 'null'], ['no Pets at /2/status', 'one of', '"archived"']],
    [
      'what is missing',
      ['x', 'the field `code`', 'an object with status'],
      ['x', 'the field `message`', 'an object with status'],
    ],
    [
      'what became of a name',
      ['name', '"Storecheck 1ff77d a"', '"storecheck 1ff77d a"'],
      ['name', '"Storecheck 1ff77d a"', '"Storecheck 1ff77d"'],
    ],
    ['the kind of a date', ['x', 'y', 'Sat, 21 Nov 2026 05:00:00 GMT'], ['x', 'y', '2026-11-21T05:00:00Z']],
  ])('is another for another %s', (_what, one, other) => {
    expect(sign(one)).not.toBe(sign(other));
  });

  it('does not depend on order or repeats', () => {
    const [a, b]: Words[] = [
      ['GET /pets/1 answered 404', '200', '404'],
      ['GET /pets/2 answered 500', '200', '500'],
    ];
    expect(a && b && sign(a, b, a)).toBe(a && b && sign(b, a));
    expect(a && b && sign(a, b).split('-')).toEqual(a && b && [sign(a), sign(b)].toSorted());
  });

  it('is another for the same words about another requirement', () => {
    const finding = { message: 'GET /pets answered 200', expected: '401', actual: '200' };
    expect(signatureOf('auth.required.list', [finding])).not.toBe(signatureOf('auth.query-key', [finding]));
  });

  it('is digits that YAML reads as a text', () => {
    for (let n = 0; n < 500; n += 1) expect(saying(`word ${'x'.repeat(n)}`)).toMatch(/^[a-f][\da-f]{5}$/);
  });

  it('stays what it is: waivers hold it', () => {
    expect(saying('nothing')).toMatchInlineSnapshot(`"a9c095"`);
  });
});
