import { expect, it } from 'vitest';
import { shownFields } from '../../src/rules/create/fields.ts';
import { rows } from '../table.ts';
import { answer, type Draft, lost, pet } from '../trace.ts';
import { base, full, made } from './created.ts';

const animal = { id: undefined, name: undefined, categoryId: undefined, status: undefined, written: {} };

const listed = answer('list.minimum', 200, [pet(1)]);
const refusedBase = answer('create.available', 400);

rows('create.created', [
  ['200', [answer('create.available', 200, pet(1))], 'fail', 'not-created'],
  ['a known category, too', [listed, refusedBase, answer('create.known-category', 400)], 'fail'],
  ['the service refused the category and showed none', [refusedBase], 'inconclusive'],
  ['refuses a configured category', { exchanges: [refusedBase], settings: { categories: ['7'] } }, 'fail'],
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
  [
    '201',
    rejected({ status: 201, body: pet(1) }),
    'fail',
    /POST \/pets with an invalid payload \(null name\) returned 201, not 400/,
  ],
  ['a refused twin', [refusedBase, answer('create.rejects.null-name', 400)], 'inconclusive', /create.created/],
  ['201 even without a twin', [refusedBase, answer('create.rejects.null-name', 201, pet(1))], 'fail'],
  [
    'does not take another accepted break for the twin',
    [refusedBase, answer('create.rejects.missing-name', 201, pet(1)), answer('create.rejects.null-name', 400)],
    'inconclusive',
  ],
]);

rows('create.echo', [
  ['a missing status', [made('create.available', { status: undefined }), ...full().slice(1)], 'fail', 'field-changed'],
]);

const soldRefused = full({ 'create.sold': answer('create.sold', 400) });
const pendingRefused = full({ 'create.pending': answer('create.pending', 400) });
rows('create.each-status', [
  ['the plain version, too', [...soldRefused, answer('create.sold-plain', 400)], 'fail', 'value-refused'],
  ['the plain version got an unplanned 429', [...soldRefused, answer('create.sold-plain', 429)], 'inconclusive'],
  ['the run ended before the plain version', { exchanges: soldRefused, end: 'interrupted' }, 'inconclusive'],
]);

const refusedExtra = { 'create.no-status': answer('create.no-status', 400) };
rows('create.status-optional', [
  ['the plain version was lost', [...full(refusedExtra), lost('create.no-status-plain')], 'inconclusive'],
  ['without status', [...full(refusedExtra), answer('create.no-status-plain', 400)], 'fail', 'missing-status-refused'],
]);

rows('create.int64', [
  ['it is refused with another status', [...pendingRefused, answer('create.int64', 422)], 'fail'],
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
  ['the plain version was lost', [...full(refusedExtra), lost('create.int64-greatest')], 'inconclusive'],
]);

it('shows where two long names differ', () => {
  const [one, other] = [`${'x'.repeat(300)}a`, `${'x'.repeat(300)}b`].map((name) => ({ ...animal, name }));
  const tail = 'x'.repeat(15);
  expect(shownFields('name', one, other)).toEqual([`…${tail}a"`, `…${tail}b"`]);
});
