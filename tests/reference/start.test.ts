import { expect, test } from 'vitest';
import type { Plan } from '../../src/reference/customers.ts';
import { startReference } from '../../src/reference/server/start.ts';
import { withReference } from './exchange.ts';

test('every plan has two realistic keys, and a configured one comes first', async () => {
  const keys: Record<string, Plan> = { given: 'pro' };
  await withReference({ keys }, async ({ reference, ask }) => {
    const { pro, ...others } = reference.keys;
    expect(pro).toBe('given');
    expect((await ask({ path: '/pets' })).headers['x-ratelimit-limit']).toBe('300');
    const made = [...Object.values(others), ...Object.values(reference.secondKeys)];
    expect(new Set(made).size).toBe(7);
    for (const key of made) expect(key).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*_)\w{24,}$/);
  });
});

test('rejects if the port is in use', async () => {
  await withReference({}, async ({ reference, clock, network }) => {
    await expect(startReference({ port: reference.port }, { clock, network })).rejects.toThrow('EADDRINUSE');
  });
});

// The requirements judge all else: tests/virtual/matrix.
test('answers what the specification does not list, with Error body and rate headers', async () => {
  await withReference({}, async ({ ask }) => {
    for (const [sent, status] of [
      [{ path: '/dogs' }, 404],
      [{ path: '/dogs', key: null }, 401],
      [{ path: '/pets/2', method: 'DELETE' }, 405],
    ] as const) {
      const answer = await ask(sent);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toEqual({ code: expect.any(String), message: expect.any(String), status });
      for (const name of ['limit', 'remaining', 'reset'])
        expect(answer.headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/);
    }
    expect((await ask({ method: 'PUT', path: '/pets' })).headers['allow']).toBe('GET, HEAD, POST');
    expect(await ask({ method: 'HEAD', path: '/pets' })).toMatchObject({ status: 200, body: '' });
  });
});
