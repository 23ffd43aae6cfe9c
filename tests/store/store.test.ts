import { describe, expect, it } from 'vitest';
import {
  createdAnimals,
  knownIds,
  limitAsked,
  listView,
  listViews,
  payloadOf,
  queryOf,
  unfiltered,
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
    ['/pets', 20],
    ['/pets?limit=1', 1],
    ['/pets?status=sold&limit=100', 100],
    ['/pets?limit=0', undefined],
    ['/pets?limit=101', undefined],
    ['/pets?limit=-1', undefined],
    ['/pets?limit=1.5', undefined],
    ['/pets?limit=', undefined],
    ['/pets?limit=abc', undefined],
  ])('%s is a limit of %s', (path, limit) => {
    expect(limitAsked(exchange(list(path)))).toBe(limit);
  });

  it('is decoded', () => {
    expect(Object.fromEntries(queryOf(exchange(list('/pets?a=%20b&c'))))).toEqual({ a: ' b', c: '' });
    expect(Object.fromEntries(queryOf(exchange(list('/pets?a=%&b=%ff'))))).toEqual({ a: '%', b: '%ff' });
  });
});

describe('a list', () => {
  it.each([
    ['/pets', 20, true],
    ['/pets', 19, false],
    ['/pets?limit=5', 5, true],
    ['/pets?limit=101', 3, true],
  ])('for %s with %i animals may have more behind it: %s', (path, count, full) => {
    expect(listView(exchange(list(path, pets(count))))?.full).toBe(full);
  });

  it('counts items that are not animals, and shows only animals', () => {
    expect(listView(exchange(list('/pets', [pet(1), 7, null, []])))).toMatchObject({
      items: 4,
      animals: [{ id: '1' }],
    });
  });

  it.each<[string, Draft]>([
    ['refused', list('/pets', [], { status: 400 })],
    ['an object', list('/pets', {})],
    ['lost', lost('list.minimum')],
    ['cut', list('/pets', '[]', { cut: 'ECONNRESET' })],
    ['a get', answer('get.not-found', 200, [])],
  ])('that is %s is no view', (_what, draft) => {
    expect(listView(exchange(draft))).toBeUndefined();
  });

  it('keeps ids as digits and a null status apart from none', () => {
    const [view] = listViews([
      exchange(list('/pets', '[{"id":9007199254740993,"status":null},{"id":1.0,"categoryId":1.5,"name":7}]')),
    ]);
    expect(view?.animals).toMatchObject([
      { id: '9007199254740993', name: undefined, categoryId: undefined, status: null },
      { id: '1', name: undefined, categoryId: undefined, status: undefined },
    ]);
  });

  it('with a filter is not the complete store', () => {
    expect(unfiltered(listViews([exchange(list('/pets?status=lost'))]))).toEqual([]);
  });
});

describe('created animals', () => {
  it('are the animals of 201 and of another 2xx with an id, with the sent payloads', () => {
    const run = trace({
      exchanges: [
        answer('create.available', 201, pet(5)),
        answer('create.rejects.null-name', 400),
        answer('create.pending', 200, pet(6)),
        answer('create.no-status', 202),
        lost('create.sold'),
      ],
    });
    expect(createdAnimals(run.exchanges).map(({ sent, answered }) => [sent.status, answered.id])).toEqual([
      ['available', '5'],
      ['pending', '6'],
    ]);
  });

  it('and listed ones are known, once each', () => {
    const run = trace({
      exchanges: [list('/pets', pets(2)), answer('create.available', 201, pet(5)), list('/pets', pets(3))],
    });
    expect(knownIds(run.exchanges)).toEqual(['1', '2', '3', '5']);
  });

  it.each([
    ['', undefined],
    ['[]', undefined],
    ['{"categoryId":"7"}', undefined],
    ['{', undefined],
    ['{"name":"x"}', 'x'],
  ])('were asked for by %j as %s', (body, name) => {
    expect(payloadOf(exchange(answer('create.available', { sent: { body } })))?.name).toBe(name);
  });
});
