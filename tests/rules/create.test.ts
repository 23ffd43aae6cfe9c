import { expect, it } from 'vitest';
import { shownFields } from '../../src/judge/expect/fields.ts';
import { answer, type Draft, lost, pet, trace } from '../trace.ts';
import { verdicts } from '../verdicts.ts';

/** A 201 that echoes what the probe would send after those before it, with another id. */
function made(probe: string, id: number, before: readonly Draft[] = []): Draft {
  const { body } = trace({ exchanges: [...before, answer(probe)] }).exchanges.at(-1)?.sent ?? {};
  return answer(probe, 201, body?.replace(/,"storecheckExtra":.*/s, '}').replace(/^\{("id":\d+,)?/, `{"id":${id},`));
}

const base = made('create.available', 100);
/** Every create that must be accepted, as sent. */
const full = ({ soldId = 101 } = {}): Draft[] => [
  base,
  made('create.sold', soldId, [base]),
  ...['create.pending', 'create.no-status', 'create.text-plain', 'create.empty-name'].map((probe, index) =>
    made(probe, 102 + index, [base]),
  ),
];

const animal = { id: undefined, name: undefined, categoryId: undefined, status: undefined, written: {} };

const listed = answer('list.minimum', 200, [pet(1)]);
const refusedBase = answer('create.available', 400);

it('shows where two long names differ', () => {
  const [one, other] = [`${'x'.repeat(300)}a`, `${'x'.repeat(300)}b`].map((name) => ({ ...animal, name }));
  const tail = 'x'.repeat(15);
  expect(shownFields('name', one, other)).toEqual([`…${tail}a"`, `…${tail}b"`]);
});

const nested = answer('list.minimum', 200, [pet(1, { category: { id: 300 } })]);

const name = 'Storecheck abchij available';
const maximum = (body: unknown, at: number): Draft => answer('list.maximum', { body, at });

verdicts('create', {
  'create.created': {
    'a known category, too': [listed, refusedBase, answer('create.known-category', 400)],
    'the service refused the category and showed none': [refusedBase],
    'no category explains a 500': [answer('create.available', 500)],
    'the answer was lost': [lost('create.available'), lost('create.available')],
    'the same payload again gets 200': [...full(), answer('create.again', 200, pet(900))],
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
  'create.unique-ids': {
    'a listed id': [answer('list.minimum', 200, [pet(300)]), ...full({ soldId: 300 })],
    'the id of something nested': [nested, ...full({ soldId: 300 })],
    'a list only before the settle time': [...full(), maximum([pet(1, { name })], 700)],
    'allows an id to be given again if a restart lost the store': [
      ...full(),
      answer('create.no-status', { status: 201, body: pet(1, { name: 'x' }), at: 900 }),
      answer('create.no-status', { status: 201, body: pet(1, { name: 'y' }), at: 1000 }),
      maximum([pet(1, { name: 'y' })], 4000),
    ],
  },
});
