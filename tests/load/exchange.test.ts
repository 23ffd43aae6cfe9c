import { expect, it } from 'vitest';
import { type Delivery, exchangeOf } from '../../load/lib/wire/exchange.ts';
import { INVALID_CREATE, LIST, type Request, validCreate } from '../../load/lib/wire/request.ts';
import { keyRedactor } from '../../src/exchange/redact.ts';

const key = 'k"1/2';
const redact = keyRedactor(new Map([['free#1', key]]));
const headers = { 'X-Ratelimit-Limit': '60', 'Set-Cookie': 'a=b', 'Retry-After': '3', Server: `mirror ${key}` };
const LISTED: Exclude<Delivery, { failure: unknown }> = { status: 200, headers, body: '[]', blocked: 4 };

const line = (delivery: Delivery | Partial<typeof LISTED>, request: Request = LIST) =>
  exchangeOf({
    ...{ run: 'r', instance: 'free_1.1', seq: 7, phase: 'burst', key: 'free#1', called: 1_000, received: 1_030 },
    ...{ request, delivery: 'failure' in delivery ? delivery : { ...LISTED, ...delivery }, redact },
  });

it('keeps some headers under the names of the specification, and no body of an admitted request', () => {
  const { sent, received } = line({});
  const authorization = ['Authorization', 'Bearer {free#1}'];
  expect(sent).toEqual({ at: 1_004, method: 'GET', path: '/pets?limit=1', headers: [authorization], body: null });
  const kept = [
    ['X-RateLimit-Limit', '60'],
    ['Retry-After', '3'],
    ['Server', 'mirror [key free#1]'],
  ];
  expect(received).toEqual({ at: 1_030, status: 200, headers: kept, body: null });
});

it.each([
  [500, 2_048],
  [429, 65_536],
])('cuts the body of a %i after %i characters, and redacts it before', (status, kept) => {
  const body = `${'x'.repeat(kept - 3)}${key}${'y'.repeat(100)}`;
  const cut = { body: `${'x'.repeat(kept - 3)}[ke`, cut: { code: 'RECORDER_CAP' } };
  expect(line({ status, body }).received).toMatchObject(cut);
});

it('keeps what shows the animal of an admitted create', () => {
  const stored = { status: 201, headers: { Location: '/v1/pets/7' }, body: '{"id":7}' };
  expect(line(stored, validCreate('a')).received).toMatchObject({
    headers: [['Location', '/v1/pets/7']],
    body: '{"id":7}',
  });
});

it('records a request without a response', () => {
  const failure = { code: 'K6_1212', message: `refused ${key}` };
  const { sent, received } = line({ failure }, INVALID_CREATE);
  expect(received).toEqual({ at: 1_030, failure: { code: 'K6_1212', message: 'refused [key free#1]' } });
  expect(sent).toMatchObject({ at: 1_000, body: '{}' });
  expect(sent.headers).toContainEqual(['Content-Type', 'application/json']);
});
