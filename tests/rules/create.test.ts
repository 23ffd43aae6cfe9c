import { rows } from '../table.ts';
import { answer, type Draft, lost, pet } from '../trace.ts';
import { base, full, made } from './created.ts';

const refusedBase = answer('create.available', 400);

rows('create.created', [
  ['fails on 200', [answer('create.available', 200, pet(1))], 'fail', 'not-created'],
  [
    'fails where a known category is refused too',
    [answer('list.minimum', 200, [pet(1)]), refusedBase, answer('create.known-category', 400)],
    'fail',
  ],
  ['is inconclusive if the service refused the category and showed none', [refusedBase], 'inconclusive'],
  [
    'fails if the service refused a category that the configuration names',
    { exchanges: [refusedBase], settings: { categories: ['7'] } },
    'fail',
  ],
  ['is inconclusive where the answer was lost', [lost('create.available'), lost('create.available')], 'inconclusive'],
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
  ['fails on 201', rejected({ status: 201, body: pet(1) }), 'fail', /accepted/],
  [
    'proves nothing where the valid twin was refused too',
    [refusedBase, answer('create.rejects.null-name', 400)],
    'inconclusive',
    /create.created/,
  ],
  ['fails on 201 even without a twin', [refusedBase, answer('create.rejects.null-name', 201, pet(1))], 'fail'],
  [
    'does not take another accepted break for the twin',
    [refusedBase, answer('create.rejects.missing-name', 201, pet(1)), answer('create.rejects.null-name', 400)],
    'inconclusive',
  ],
]);

rows('create.echo', [
  [
    'fails on a status that went missing',
    [made('create.available', { status: undefined }), ...full().slice(1)],
    'fail',
    'field-changed',
  ],
]);

rows('create.each-status', [
  [
    'fails where the plain version is refused too',
    [...full({ 'create.sold': answer('create.sold', 400) }), answer('create.sold-plain', 400)],
    'fail',
    'value-refused',
  ],
  [
    'is inconclusive where the plain version got an unplanned 429',
    [...full({ 'create.sold': answer('create.sold', 400) }), answer('create.sold-plain', 429)],
    'inconclusive',
  ],
  [
    'is inconclusive where the run ended before the plain version',
    { exchanges: full({ 'create.sold': answer('create.sold', 400) }), end: 'interrupted' },
    'inconclusive',
  ],
]);

const refusedExtra = { 'create.no-status': answer('create.no-status', 400) };
rows('create.status-optional', [
  [
    'is inconclusive where the plain version was lost',
    [...full(refusedExtra), lost('create.no-status-plain')],
    'inconclusive',
  ],
  [
    'fails where a status is asked for',
    [...full(refusedExtra), answer('create.no-status-plain', 400)],
    'fail',
    'missing-status-refused',
  ],
]);

rows('create.int64', [
  [
    'fails where it is refused with another status',
    [...full({ 'create.pending': answer('create.pending', 400) }), answer('create.int64', 422)],
    'fail',
  ],
  [
    'does not apply with configured categories',
    {
      settings: { categories: ['7'] },
      exchanges: [
        answer('create.available', 201, pet(1, { categoryId: 7 })),
        answer('create.pending', 201, pet(2)),
        answer('create.no-status', 201, pet(3)),
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
