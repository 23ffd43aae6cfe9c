import { expect, test } from 'vitest';
import { type Plan, startReference } from '../../src/reference/index.ts';
import { withReference } from './exchange.ts';

test('every plan has two realistic keys', async () => {
  await withReference({}, async ({ reference }) => {
    const keys = [...Object.values(reference.keys), ...Object.values(reference.secondKeys)];
    expect(new Set(keys).size).toBe(8);
    for (const key of keys) expect(key).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*_)\w{24,}$/);
  });
});

test('a configured key comes first in its plan', async () => {
  const keys: Record<string, Plan> = { given: 'pro' };
  await withReference({ keys }, async ({ reference, ask }) => {
    expect(reference.keys.pro).toBe('given');
    expect((await ask({ path: '/pets', authorization: 'Bearer given' })).headers['x-ratelimit-limit']).toBe('300');
  });
});

test('lists the requests that it received', async () => {
  await withReference({}, async ({ reference, ask }) => {
    await ask({ path: '/pets?limit=1' });
    await ask({ method: 'POST', path: '/pets', body: '{', authorization: null });
    const seen = reference.received().map(({ method, path, key, status }) => [method, path, key, status]);
    expect(seen).toEqual([
      ['GET', '/v1/pets', 'pro#1', 200],
      ['POST', '/v1/pets', null, 401],
    ]);
    expect(reference.counts()).toEqual({ 'GET 200': 1, 'POST 401': 1 });
  });
});

test('rejects if the port is in use', async () => {
  await withReference({}, async ({ reference, clock, network }) => {
    await expect(startReference({ port: reference.port }, { clock, network })).rejects.toThrow('EADDRINUSE');
  });
});
