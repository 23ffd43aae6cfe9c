import { describe, expect, it } from 'vitest';
import { list as listRequest } from '../../src/probes/index.ts';
import {
  createdAnimals,
  isPlainQuery,
  limitAsked,
  listView,
  listViews,
  payloadOf,
  queryOf,
} from '../../src/store/index.ts';
import { answer, type Draft, lost, pet, pets, trace } from '../trace.ts';

const exchange = (draft: Draft) => {
  const [only] = trace({ exchanges: [draft] }).exchanges;
  if (only === undefined) throw new Error('no exchange');
  return only;
};
const list = (path: string, body: unknown = [], given: Partial<Draft> = {}): Draft =>
  answer('list.minimum', { body, sent: { path }, ...given });

describe('the query of a list', () => {
  it.each([
    ['', 20, true],
    ['limit=1', 1, true],
    ['status=s%6Fld&limit=100', 100, true],
    ['limit=0', undefined, false],
    ['limit=101', undefined, false],
    ['limit=1.5', undefined, false],
    ['limit=', undefined, false],
    ['limit=05', 5, false],
    ['limit=5&limit=5', 5, false],
    ['status=', 20, false],
    ['status=sold&page=2', 20, false],
  ])('%j has a limit of %s, and is plain: %s', (query, limit, plain) => {
    const sent = exchange(answer('list.minimum', { sent: listRequest(query) }));
    expect([limitAsked(sent), isPlainQuery(sent)]).toEqual([limit, plain]);
  });

  it('is decoded', () => {
    expect(Object.fromEntries(queryOf(exchange(list('/pets?a=%20b&c=%&d=%ff'))))).toEqual({
      a: ' b',
      c: '%',
      d: '%ff',
    });
  });
});

describe('a list', () => {
  it.each([
    ['/pets', 20, true],
    ['/pets', 19, false],
    ['/pets?limit=101', 3, true],
  ])('for %s with %i animals may have more behind it: %s', (path, count, full) => {
    expect(listView(exchange(list(path, pets(count))))?.full).toBe(full);
  });

  it('counts items that are not animals, and shows only animals', () => {
    const view = listView(exchange(list('/pets', [pet(1), 7, null, []])));
    expect(view).toMatchObject({ items: 4, animals: [{ id: '1' }] });
  });

  it.each<[string, Draft]>([
    ['an object', list('/pets', {})],
    ['cut', list('/pets', '[]', { cut: 'ECONNRESET' })],
    ['a get', answer('get.not-found', 200, [])],
  ])('that is %s is no view', (_what, draft) => {
    expect(listView(exchange(draft))).toBeUndefined();
  });

  it('keeps ids as digits and a null status apart from none', () => {
    const [view] = listViews([
      exchange(list('/pets', '[{"id":9007199254740993,"status":null},{"id":1.0,"categoryId":1.5,"name":7}]')),
    ]);
    const nothing = { name: undefined, categoryId: undefined };
    expect(view?.animals).toMatchObject([
      { id: '9007199254740993', ...nothing, status: null },
      { id: '1', ...nothing, status: undefined },
    ]);
  });
});

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
