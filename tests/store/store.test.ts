import { expect, it } from 'vitest';
import { payloadOf } from '../../src/store/animal.ts';
import { createdAnimals, listView } from '../../src/store/known.ts';
import { isPlainQuery, limitAsked, queryOf } from '../../src/store/query.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { answer, type Draft, lost, pet, trace } from '../trace.ts';

const exchange = (draft: Draft) => {
  const [only] = trace({ exchanges: [draft] }).exchanges;
  if (only === undefined) throw new Error('no exchange');
  return only;
};
const list = (query: string, body: unknown = [], given: Partial<Draft> = {}): Draft =>
  answer('list.minimum', { body, sent: { path: `/pets${query}` }, ...given });
const queries = ['limit=1', 'status=s%6Fld&limit=100', 'limit=0', 'limit=101', 'limit=1.5', 'limit=', 'limit=05'];
const more = ['limit=5&limit=5', 'status=', 'status=sold&page=2', 'a=%20b&c=%&d=%ff'];

it('a list shows its query, its animals, and whether more may follow', () =>
  expectLines(
    goldenIn(import.meta.dirname)('lists.txt'),
    {
      ...Object.fromEntries([...queries, ...more].map((query) => [query, list(`?${query}`)])),
      '20 animals': list('', Array(20).fill(1)),
      '19 animals': list('', Array(19).fill(1)),
      '3 animals of a limit that is out of range': list('?limit=101', [1, 2, 3]),
      'items that are not animals': list('', [pet(1), 7, null, []]),
      'an object': list('', {}),
      'a body that was cut': list('', '[]', { cut: 'ECONNRESET' }),
      'a get': answer('get.not-found', 200, []),
      'ids beyond 2^53, and null as status': list('', '[{"id":9007199254740993,"status":null}]'),
      'fractions and wrong types': list('', '[{"id":1.0,"categoryId":1.5,"name":7}]'),
    },
    (draft) => {
      const sent = exchange(draft);
      const { items, full, animals } = listView(sent) ?? {};
      const asked = {
        ...Object.fromEntries(queryOf(sent)),
        limit: limitAsked(sent) ?? null,
        plain: isPlainQuery(sent),
      };
      const shown = animals?.map(({ id, name, categoryId, status }) => ({ id, name, categoryId, status }));
      return `${JSON.stringify(asked)}: ${JSON.stringify({ items, full, animals: shown })}`;
    },
  ));

it('created animals are those of 201 and of another 2xx with an id, with the sent payloads', () => {
  const { exchanges } = trace({
    exchanges: [
      answer('create.available', 201, pet(5)),
      answer('create.rejects.null-name', 400),
      answer('create.pending', 200, pet(6)),
      answer('create.no-status', 202),
      lost('create.sold'),
    ],
  });
  expect(createdAnimals(exchanges).map(({ sent, answered }) => [sent.status, answered.id])).toEqual([
    ['available', '5'],
    ['pending', '6'],
  ]);
});

it.each([
  ['', undefined],
  ['[]', undefined],
  ['{"name":"x"}', 'x'],
])('a payload %j has the name %s', (body, name) => {
  expect(payloadOf(exchange(answer('create.available', { sent: { body } })))?.name).toBe(name);
});
