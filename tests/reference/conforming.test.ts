import { expect, test } from 'vitest';
import { type Sent, withReference } from './exchange.ts';

const post = (body: string): Sent => ({ method: 'POST', path: '/pets', body });
const error = (status: number) => ({ code: expect.any(String), message: expect.any(String), status });

/** Ids 1 to 25 are there; the newest is 25. */
const table: readonly (readonly [title: string, sent: Sent, status: number, body: unknown])[] = [
  [
    'a list',
    { path: '/pets?limit=1' },
    200,
    [{ id: 25, name: expect.any(String), categoryId: 8, status: 'available' }],
  ],
  ['an unknown parameter', { path: '/pets?limit=1&x=1' }, 200, expect.any(Array)],
  ['one animal', { path: '/pets/2' }, 200, { id: 2, name: 'Mia 2', categoryId: 2, status: 'pending' }],
  ['an animal without status', { path: '/pets/5' }, 200, { id: 5, name: 'Señor Gato 5', categoryId: 8 }],
  ['no such animal', { path: '/pets/4711' }, 404, error(404)],
  ['a word for an id', { path: '/pets/abc' }, 404, error(404)],
  ['an id beyond 64 bits', { path: '/pets/9223372036854775808' }, 404, error(404)],
  ['no such path', { path: '/dogs' }, 404, error(404)],
  ['a method that is not listed', { method: 'DELETE', path: '/pets/2' }, 405, error(405)],
  ['no key', { path: '/pets', authorization: null }, 401, error(401)],
  ['no key, on a path that is unknown', { path: '/dogs', authorization: null }, 401, error(401)],
  ['an unknown key', { path: '/pets', authorization: 'Bearer ask_pro_nobody' }, 401, error(401)],
  ['an empty token', { path: '/pets', authorization: 'Bearer ' }, 401, error(401)],
  ['a creation without a key', { ...post('{"name":"x","categoryId":1}'), authorization: null }, 401, error(401)],
  ...['0', '-1', '101', '1000', 'abc', '', '1.5'].map(
    (limit) => [`limit=${limit}`, { path: `/pets?limit=${limit}` }, 400, error(400)] as const,
  ),
  ['an unknown status', { path: '/pets?status=lost' }, 400, error(400)],
  [
    'an animal',
    post('{"name":"x","categoryId":7,"status":"sold"}'),
    201,
    { id: 26, name: 'x', categoryId: 7, status: 'sold' },
  ],
  ['an animal without status', post('{"name":"x","categoryId":7}'), 201, { id: 26, name: 'x', categoryId: 7 }],
  ['an animal with an id', post('{"id":99,"name":"x","categoryId":7}'), 201, { id: 26, name: 'x', categoryId: 7 }],
  [
    'an animal with another field',
    post('{"name":"x","categoryId":7,"y":1}'),
    201,
    { id: 26, name: 'x', categoryId: 7 },
  ],
  ['an empty name', post('{"name":"","categoryId":7}'), 201, { id: 26, name: '', categoryId: 7 }],
  ...[
    '{"categoryId":7}',
    '{"name":"x"}',
    '{"name":null,"categoryId":7}',
    '{"name":5,"categoryId":7}',
    '{"name":true,"categoryId":7}',
    '{"name":["x"],"categoryId":7}',
    '{"name":"x","categoryId":null}',
    '{"name":"x","categoryId":"7"}',
    '{"name":"x","categoryId":1.5}',
    '{"name":"x","categoryId":true}',
    '{"name":"x","categoryId":9223372036854775808}',
    '{"name":"x","categoryId":7,"status":"lost"}',
    '{"name":"x","categoryId":7,"status":null}',
    '{"name":"x","categoryId":7,"status":1}',
    '{"name":"x","categoryId":7,"status":"Available"}',
    '[]',
    '"x"',
    'null',
    '',
    '{"name":"x","categoryId":7',
  ].map((body) => [`the payload ${body}`, post(body), 400, error(400)] as const),
];

test.each(table)('%s', async (_, sent, status, body) => {
  await withReference({}, async ({ ask }) => {
    const answer = await ask(sent);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual(body);
    expect(answer.headers['content-type']).toBe('application/json');
    for (const name of ['limit', 'remaining', 'reset']) expect(answer.headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/);
  });
});

test('lists: default of twenty, newest first, filters, limits', async () => {
  await withReference({ seed: 150 }, async ({ ask }) => {
    const list = async (query: string): Promise<{ id: number; status?: string }[]> =>
      JSON.parse((await ask({ path: `/pets${query}` })).body);
    expect(await list('')).toHaveLength(20);
    expect(await list('?limit=100')).toHaveLength(100);
    expect((await list('?limit=3')).map(({ id }) => id)).toEqual([150, 149, 148]);
    for (const status of ['available', 'pending', 'sold']) {
      const found = await list(`?status=${status}&limit=5`);
      expect(found.map((animal) => animal.status)).toEqual(Array(5).fill(status));
    }
  });
});

test('a created animal is found by its id and in the lists, digit for digit', async () => {
  await withReference({ firstId: 2n ** 53n + 1n }, async ({ ask }) => {
    const payload = '"name":"Ægir 猫 🐾 <&> \\"q\\"","categoryId":9223372036854775807,"status":"pending"';
    const created = await ask(post(`{${payload}}`));
    expect(created.body).toBe(`{"id":9007199254741018,${payload}}`);
    expect((await ask({ path: '/pets/9007199254741018' })).body).toBe(created.body);
    expect((await ask({ path: '/pets?limit=1' })).body).toBe(`[${created.body}]`);
    expect((await ask({ path: '/pets?status=pending&limit=1' })).body).toBe(`[${created.body}]`);
  });
});

test('a refused creation leaves nothing', async () => {
  await withReference({ seed: 0 }, async ({ ask }) => {
    await ask({ ...post('{"name":"x","categoryId":1}'), authorization: null });
    await ask(post('{"name":"x","categoryId":1,"status":"lost"}'));
    expect((await ask({ path: '/pets' })).body).toBe('[]');
  });
});

test('the headers that a standard asks for', async () => {
  await withReference({}, async ({ ask }) => {
    expect((await ask({ path: '/pets', authorization: null })).headers['www-authenticate']).toMatch(/^Bearer realm=/);
    expect((await ask({ method: 'PUT', path: '/pets' })).headers.allow).toBe('GET, HEAD, POST');
    const { headers } = await ask({ path: '/pets/1' });
    expect(headers.sunset).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
    expect(headers['deprecation']).toMatch(/^@\d+$/);
    expect(headers.date).toBe('Sat, 21 Nov 2026 05:14:07 GMT');
    const head = await ask({ method: 'HEAD', path: '/pets' });
    expect([head.status, head.body]).toEqual([200, '']);
  });
});
