import { expect, it } from 'vitest';
import { shownFields } from '../../src/judge/expect/fields.ts';
import { answer, type Draft, lost, pet } from '../trace.ts';
import { verdicts } from '../verdicts.ts';
import { base, full, made } from './created.ts';

const animal = { id: undefined, name: undefined, categoryId: undefined, status: undefined, written: {} };

const listed = answer('list.minimum', 200, [pet(1)]);
const refusedBase = answer('create.available', 400);

const soldRefused = full({ 'create.sold': answer('create.sold', 400) });

const refusedExtra = { 'create.no-status': answer('create.no-status', 400) };

it('shows where two long names differ', () => {
  const [one, other] = [`${'x'.repeat(300)}a`, `${'x'.repeat(300)}b`].map((name) => ({ ...animal, name }));
  const tail = 'x'.repeat(15);
  expect(shownFields('name', one, other)).toEqual([`…${tail}a"`, `…${tail}b"`]);
});

const sold = (change: object) => made('create.sold', change);
const nested = answer('list.minimum', 200, [pet(1, { category: { id: 300 } })]);

const extra = { 'create.no-status': made('create.no-status', { storecheckExtra: 'extra' }) };

const refusedTogether = answer('create.text-plain', 415);
/** The service refuses the unusual text with this status, and creates the plain version. */
const onlyPlain = (status: number): Draft[] => {
  const name = 'Ægir';
  const text = (probe: string) =>
    answer(probe, { status, sent: { ...sent, body: JSON.stringify({ name, categoryId: 1 }) } });
  const before = full({ 'create.pending': text('create.pending') });
  return [...before, made('create.pending-plain', {}, before), text('create.text'), made('create.int64', {}, before)];
};
const emptyRefused = answer('create.empty-name', 400);
const textRefused = full({ 'create.text-plain': refusedTogether });
const bothRefused = full({ 'create.text-plain': refusedTogether, 'create.empty-name': emptyRefused });

const name = 'Storecheck abchij available';
const maximum = (body: unknown, at: number): Draft => answer('list.maximum', { body, at });
const sent = {
  operation: 'createPet',
  method: 'POST',
  path: '/pets',
  body: `{"name":"${name}","categoryId":1}`,
} as const;

const twice = maximum([pet(1, { name }), pet(2, { name })], 3000);

verdicts('create', {
  'create.created': {
    'a known category, too': [listed, refusedBase, answer('create.known-category', 400)],
    'the service refused the category and showed none': [refusedBase],
    'refuses a configured category': { exchanges: [refusedBase], settings: { categories: ['7'] } },
    'the answer was lost': [lost('create.available'), lost('create.available')],
    'the same payload again gets 200': [...full(), answer('create.again', 200, pet(900))],
  },
  'create.rejects.null-name': {
    '201 even without a twin': [refusedBase, answer('create.rejects.null-name', 201, pet(1))],
    'a refused twin': [refusedBase, answer('create.rejects.null-name', 400)],
    'does not take another accepted break for the twin': [
      refusedBase,
      answer('create.rejects.missing-name', 201, pet(1)),
      answer('create.rejects.null-name', 400),
    ],
  },
  'create.each-status': {
    'the run ended before the plain version': { exchanges: soldRefused, end: 'interrupted' },
  },
  'create.status-optional': {
    'the plain version was lost': [...full(refusedExtra), lost('create.no-status-plain')],
  },
  'create.int64': {
    'with configured categories': {
      settings: { categories: ['7'] },
      exchanges: [
        answer('create.available', 201, pet(1, { categoryId: 7 })),
        answer('create.pending', 201, pet(2)),
        answer('create.no-status', 201, pet(3)),
      ],
    },
  },
  'create.text': {
    'the text is refused and the plain name is not': onlyPlain(400),
    'the text gets another status than 400': onlyPlain(422),
  },
  'create.unique-ids': {
    'a listed id': [answer('list.minimum', 200, [pet(300)]), ...full({ 'create.sold': sold({ id: 300 }) })],
    'the id of something nested': [nested, ...full({ 'create.sold': sold({ id: 300 }) })],
    'a list after the settle time failed': [
      ...full(),
      maximum([pet(1, { name })], 700),
      answer('list.maximum', { status: 503, at: 3000 }),
    ],
    'a list only before the settle time': [...full(), maximum([pet(1, { name })], 700)],
    'allows an animal for each create that may have been stored: a lost one was sent again': [
      lost('create.available', { sent }),
      ...full(),
      twice,
    ],
    'the same id twice in a list': [...full(), maximum([pet(1, { name }), pet(1, { name })], 3000)],
    'allows an id to be given again if a restart lost the store': [
      ...full(),
      answer('create.no-status', { status: 201, body: pet(1, { name: 'x' }), at: 900 }),
      answer('create.no-status', { status: 201, body: pet(1, { name: 'y' }), at: 1000 }),
      maximum([pet(1, { name: 'y' })], 4000),
    ],
  },
  'create.name-verbatim': {
    'it was refused with its id': full({ 'create.sold': answer('create.sold', 400) }),
  },
  'create.extra-field': {
    kept: full(extra),
  },
  'create.content-type': {
    'without that one': bothRefused,
  },
  'create.empty-name': {
    'only the media type was refused': textRefused,
    'refused as JSON, too': bothRefused,
  },
  'create.location': {
    'in lower case': [{ ...base, headers: { location: '/pets/1' } }, ...full().slice(1)],
  },
});
