import { rows } from '../table.ts';
import { answer, type Draft, errorBody, lost, pet } from '../trace.ts';
import { base, full, made } from './created.ts';

const refusedBase = answer('create.available', { status: 400 });

rows('create.created', [
  ['passes on 201', [base], 'pass'],
  ['fails on 200', [answer('create.available', { body: pet(1) })], 'fail', 'not-created'],
  ['fails on 202', [answer('create.available', { status: 202, body: '' })], 'fail'],
  [
    'passes where only known categories are accepted',
    [answer('list.minimum', { body: [pet(1)] }), refusedBase, made('create.known-category')],
    'pass',
  ],
  [
    'fails where a known category is refused too',
    [answer('list.minimum', { body: [pet(1)] }), refusedBase, answer('create.known-category', { status: 400 })],
    'fail',
  ],
  ['is inconclusive if the service refused the category and showed none', [refusedBase], 'inconclusive'],
  [
    'fails if the service refused a category that the configuration names',
    { exchanges: [refusedBase], settings: { categories: ['7'] } },
    'fail',
  ],
  ['is inconclusive where the answer was lost', [lost('create.available'), lost('create.available')], 'inconclusive'],
  ['passes where it was lost once', [lost('create.available'), base], 'pass'],
  [
    'is not applicable in a read-only run',
    {
      skips: ['create.available', 'create.known-category'].map((probe) => ({
        probe,
        cause: 'read-only' as const,
        reason: 'read-only run',
      })),
    },
    'not-applicable',
  ],
]);

const rejected = (given: Partial<Draft>): Draft[] => [base, answer('create.rejects.null-name', given)];
rows('create.rejects.null-name', [
  ['passes on 400 with the Error body', rejected({ status: 400 }), 'pass'],
  ['fails on 201', rejected({ status: 201, body: pet(1) }), 'fail', /accepted/],
  ['fails on 422', rejected({ status: 422 }), 'fail'],
  ['fails on 500', rejected({ status: 500 }), 'fail'],
  ['fails on a 400 of another shape', rejected({ status: 400, body: { errors: [] } }), 'fail', /`code`/],
  ['fails on a null code', rejected({ status: 400, body: errorBody(400, { code: null }) }), 'fail', /code/],
  [
    'proves nothing where the valid twin was refused too',
    [refusedBase, answer('create.rejects.null-name', { status: 400 })],
    'inconclusive',
    /create.created/,
  ],
  [
    'fails on 201 even without a twin',
    [refusedBase, answer('create.rejects.null-name', { status: 201, body: pet(1) })],
    'fail',
  ],
  [
    'does not take another accepted break for the twin',
    [
      refusedBase,
      answer('create.rejects.missing-name', { status: 201, body: pet(1) }),
      answer('create.rejects.null-name', { status: 400 }),
    ],
    'inconclusive',
  ],
  [
    'overlooks a body that broke off once',
    [
      base,
      answer('create.rejects.null-name', { status: 400, body: '{', cut: 'ECONNRESET' }),
      answer('create.rejects.null-name', { status: 400 }),
    ],
    'pass',
  ],
]);

rows('create.echo', [
  ['passes on what was sent', full(), 'pass'],
  [
    'fails on another category',
    [made('create.available', { categoryId: 5 }), ...full().slice(1)],
    'fail',
    /categoryId/,
  ],
  [
    'fails on a status that went missing',
    [made('create.available', { status: undefined }), ...full().slice(1)],
    'fail',
    'field-changed',
  ],
  [
    'passes on \\u escapes and more fields',
    [
      answer('create.available', {
        status: 201,
        body: (made('create.available').body as string)
          .replace('Storecheck', '\\u0053torecheck')
          .replace('{', '{"tags":[],'),
      }),
      ...full().slice(1),
    ],
    'pass',
  ],
]);

rows('create.each-status', [
  ['passes where each is accepted', full(), 'pass'],
  [
    'lets the plain version decide where an id is refused',
    [...full({ 'create.sold': answer('create.sold', { status: 400 }) }), made('create.sold-plain')],
    'pass',
  ],
  [
    'fails where the plain version is refused too',
    [...full({ 'create.sold': answer('create.sold', { status: 400 }) }), answer('create.sold-plain', { status: 400 })],
    'fail',
    'value-refused',
  ],
  [
    'is inconclusive where the plain version got an unplanned 429',
    [...full({ 'create.sold': answer('create.sold', { status: 400 }) }), answer('create.sold-plain', { status: 429 })],
    'inconclusive',
  ],
  [
    'is inconclusive where the run ended before the plain version',
    { exchanges: full({ 'create.sold': answer('create.sold', { status: 400 }) }), end: 'interrupted' },
    'inconclusive',
  ],
]);

const refusedExtra = { 'create.no-status': answer('create.no-status', { status: 400 }) };
rows('create.status-optional', [
  ['passes where the status is absent', full(), 'pass'],
  ['passes on a default', full({ 'create.no-status': made('create.no-status', { status: 'pending' }) }), 'pass'],
  ['fails on null', full({ 'create.no-status': made('create.no-status', { status: null }) }), 'fail', /null/],
  ['fails on a fourth status', full({ 'create.no-status': made('create.no-status', { status: 'unknown' }) }), 'fail'],
  [
    'lets the plain version decide where an unknown field is refused',
    [...full(refusedExtra), answer('create.no-status-plain', { status: 201, body: pet(9) })],
    'pass',
  ],
  [
    'is inconclusive where the plain version was lost',
    [...full(refusedExtra), lost('create.no-status-plain')],
    'inconclusive',
  ],
  [
    'fails where a status is asked for',
    [...full(refusedExtra), answer('create.no-status-plain', { status: 400 })],
    'fail',
    'missing-status-refused',
  ],
]);

rows('create.int64', [
  ['passes digit for digit', full(), 'pass'],
  [
    'fails on a double',
    full({
      'create.pending': answer('create.pending', {
        status: 201,
        body: '{"id":1,"name":"x","categoryId":9007199254740992,"status":"pending"}',
      }),
    }),
    'fail',
    /9007199254740993/,
  ],
  [
    'accepts a 400: a service may know only certain categories',
    [...full({ 'create.pending': answer('create.pending', { status: 400 }) }), answer('create.int64', { status: 400 })],
    'pass',
  ],
  [
    'fails where it is refused with another status',
    [...full({ 'create.pending': answer('create.pending', { status: 400 }) }), answer('create.int64', { status: 422 })],
    'fail',
  ],
  [
    'does not apply with configured categories',
    {
      settings: { categories: ['7'] },
      exchanges: [
        answer('create.available', { status: 201, body: pet(1, { categoryId: 7 }) }),
        answer('create.pending', { status: 201, body: pet(2) }),
        answer('create.no-status', { status: 201, body: pet(3) }),
      ],
    },
    'not-applicable',
    /certain categories/,
  ],
  [
    'is inconclusive where the plain version of a refused one was lost',
    [...full(refusedExtra), lost('create.int64-greatest')],
    'inconclusive',
  ],
]);
