import { rows } from '../table.ts';
import { answer, type Draft, lost, pet } from '../trace.ts';
import { base, full, made } from './created.ts';

const refusedBase = answer('create.available', 400);

rows('create.created', [
  ['200', [answer('create.available', 200, pet(1))], 'fail', 'not-created'],
  [
    'a known category is refused too',
    [answer('list.minimum', 200, [pet(1)]), refusedBase, answer('create.known-category', 400)],
    'fail',
  ],
  ['the service refused the category and showed none', [refusedBase], 'inconclusive'],
  [
    'the service refused a category that the configuration names',
    { exchanges: [refusedBase], settings: { categories: ['7'] } },
    'fail',
  ],
  ['the answer was lost', [lost('create.available'), lost('create.available')], 'inconclusive'],
  [
    'in a read-only run',
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
  ['201', rejected({ status: 201, body: pet(1) }), 'fail', /accepted/],
  [
    'the valid twin was refused too',
    [refusedBase, answer('create.rejects.null-name', 400)],
    'inconclusive',
    /create.created/,
  ],
  ['201 even without a twin', [refusedBase, answer('create.rejects.null-name', 201, pet(1))], 'fail'],
  [
    'does not take another accepted break for the twin',
    [refusedBase, answer('create.rejects.missing-name', 201, pet(1)), answer('create.rejects.null-name', 400)],
    'inconclusive',
  ],
]);

rows('create.echo', [
  [
    'a status that went missing',
    [made('create.available', { status: undefined }), ...full().slice(1)],
    'fail',
    'field-changed',
  ],
]);

rows('create.each-status', [
  [
    'the plain version is refused too',
    [...full({ 'create.sold': answer('create.sold', 400) }), answer('create.sold-plain', 400)],
    'fail',
    'value-refused',
  ],
  [
    'the plain version got an unplanned 429',
    [...full({ 'create.sold': answer('create.sold', 400) }), answer('create.sold-plain', 429)],
    'inconclusive',
  ],
  [
    'the run ended before the plain version',
    { exchanges: full({ 'create.sold': answer('create.sold', 400) }), end: 'interrupted' },
    'inconclusive',
  ],
]);

const refusedExtra = { 'create.no-status': answer('create.no-status', 400) };
rows('create.status-optional', [
  ['the plain version was lost', [...full(refusedExtra), lost('create.no-status-plain')], 'inconclusive'],
  [
    'a status is asked for',
    [...full(refusedExtra), answer('create.no-status-plain', 400)],
    'fail',
    'missing-status-refused',
  ],
]);

rows('create.int64', [
  [
    'it is refused with another status',
    [...full({ 'create.pending': answer('create.pending', 400) }), answer('create.int64', 422)],
    'fail',
  ],
  [
    'with configured categories',
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
    'the plain version of a refused one was lost',
    [...full(refusedExtra), lost('create.int64-greatest')],
    'inconclusive',
  ],
]);
