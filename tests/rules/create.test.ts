import { expect, it } from 'vitest';
import { shownFields } from '../../src/judge/expect/fields.ts';
import { create } from '../../src/probes/request.ts';
import { answer, type Draft, lost, pet, trace } from '../trace.ts';
import { verdicts } from '../verdicts.ts';

/** A 201 that echoes what the probe would send after those before it, with an id and a change; undefined takes a field away. */
function made(probe: string, change: object = {}, before: readonly Draft[] = []): Draft {
  const sent = trace({ exchanges: [...before, answer(probe)] }).exchanges.at(-1)?.sent.body ?? '{}';
  const known = sent.replace(/,"storecheckExtra":.*/s, '}');
  const id = 100 + [...probe].reduce((sum, char) => sum + char.charCodeAt(0), 0);
  const fields = new Map(
    [...known.matchAll(/"(\w+)":("(?:[^"\\]|\\.)*"|[^,}]+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  for (const [name, value] of Object.entries({ id, ...change }))
    if (value === undefined) fields.delete(name);
    else fields.set(name, JSON.stringify(value));
  return answer(probe, 201, `{${[...fields].map(([name, value]) => `"${name}":${value}`).join(',')}}`);
}

const base = made('create.available');
const PROBES = ['create.pending', 'create.sold', 'create.no-status', 'create.text-plain', 'create.empty-name'];
/** Every create that must be accepted, as sent, with changes by probe. */
const full = (change: Partial<Record<string, Draft>> = {}): Draft[] => [
  base,
  ...PROBES.map((probe) => change[probe] ?? made(probe, {}, [base])),
];

const animal = { id: undefined, name: undefined, categoryId: undefined, status: undefined, written: {} };

const listed = answer('list.minimum', 200, [pet(1)]);
const refusedBase = answer('create.available', 400);

it('shows where two long names differ', () => {
  const [one, other] = [`${'x'.repeat(300)}a`, `${'x'.repeat(300)}b`].map((name) => ({ ...animal, name }));
  const tail = 'x'.repeat(15);
  expect(shownFields('name', one, other)).toEqual([`…${tail}a"`, `…${tail}b"`]);
});

const sold = (change: object) => made('create.sold', change);
const nested = answer('list.minimum', 200, [pet(1, { category: { id: 300 } })]);

const name = 'Storecheck abchij available';
const maximum = (body: unknown, at: number): Draft => answer('list.maximum', { body, at });

const DEEP = `${'['.repeat(40)}${']'.repeat(40)}`;
const payloadWith = (category: string, extra: string) => `{"name":"${name}","categoryId":${category},"extra":${extra}}`;

verdicts('create', {
  'create.created': {
    'a known category, too': [listed, refusedBase, answer('create.known-category', 400)],
    'the service refused the category and showed none': [refusedBase],
    'refuses a configured category': { exchanges: [refusedBase], settings: { categories: ['7'] } },
    'the answer was lost': [lost('create.available'), lost('create.available')],
    'the same payload again gets 200': [...full(), answer('create.again', 200, pet(900))],
  },
  'create.int64': {
    'a deep member may be refused, though a flat one is read': [
      answer('create.available', { status: 201, body: pet(1), sent: create(payloadWith('1', '[]')) }),
      answer('create.pending', { status: 400, sent: create(payloadWith('9007199254740993', DEEP)) }),
    ],
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
    'a listed id': [answer('list.minimum', 200, [pet(300)]), ...full({ 'create.sold': sold({ id: 300 }) })],
    'the id of something nested': [nested, ...full({ 'create.sold': sold({ id: 300 }) })],
    'a list only before the settle time': [...full(), maximum([pet(1, { name })], 700)],
    'allows an id to be given again if a restart lost the store': [
      ...full(),
      answer('create.no-status', { status: 201, body: pet(1, { name: 'x' }), at: 900 }),
      answer('create.no-status', { status: 201, body: pet(1, { name: 'y' }), at: 1000 }),
      maximum([pet(1, { name: 'y' })], 4000),
    ],
  },
});
