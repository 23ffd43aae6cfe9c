import { describe, expect, it } from 'vitest';
import { exchangeOf, type Sending } from '../../load/lib/wire/exchange.ts';
import { INVALID_CREATE, LIST } from '../../load/lib/wire/request.ts';
import { keyRedactor } from '../../src/exchange/redact.ts';

const key = 'k"1/2';
const sending: Sending = {
  run: 'r',
  instance: 'free_1.1',
  seq: 7,
  phase: 'burst',
  key: 'free#1',
  request: LIST,
  called: 1_000,
  received: 1_030,
  delivery: {
    status: 200,
    headers: { 'X-Ratelimit-Limit': '60', 'Set-Cookie': 'a=b', 'Retry-After': '3', Server: `mirror ${key}` },
    body: '[]',
    blocked: 4,
    failure: null,
  },
  redact: keyRedactor(new Map([['free#1', key]])),
};

describe('one line', () => {
  it('keeps a fixed list of headers under the document’s names, and no body of an admitted request', () => {
    expect(exchangeOf(sending)).toEqual({
      v: 1,
      run: 'r',
      seq: 7,
      recorder: 'k6',
      instance: 'free_1.1',
      probe: 'limit.burst',
      key: 'free#1',
      operation: 'listPets',
      phase: 'burst',
      sent: {
        at: 1_004,
        method: 'GET',
        path: '/pets?limit=1',
        headers: [['Authorization', 'Bearer {free#1}']],
        body: null,
      },
      received: {
        at: 1_030,
        status: 200,
        headers: [
          ['X-RateLimit-Limit', '60'],
          ['Retry-After', '3'],
          ['Server', 'mirror [key free#1]'],
        ],
        body: null,
      },
    });
  });

  it('keeps the body of an error, without keys, and cut after that', () => {
    const delivery = {
      ...sending.delivery,
      status: 429,
      body: JSON.stringify({ message: `${key} ${encodeURIComponent(key)}` }),
    };
    expect(exchangeOf({ ...sending, delivery }).received).toMatchObject({
      status: 429,
      body: '{"message":"[key free#1] [key free#1]"}',
    });
    // The key stands across the cut: redacted first, no half of it is left.
    const cutAt = (status: number, kept: number) => {
      const body = `${'x'.repeat(kept - 3)}${key}${'y'.repeat(100)}`;
      const { received } = exchangeOf({ ...sending, delivery: { ...delivery, status, body } });
      expect(received).toMatchObject({ body: `${'x'.repeat(kept - 3)}[ke`, cut: { code: 'RECORDER_CAP' } });
    };
    cutAt(500, 2_048);
    cutAt(429, 65_536);
  });

  it('no answer is an answer too', () => {
    const failure = { code: 'K6_1212', message: `refused ${key}` };
    const delivery = { status: 0, headers: {}, body: null, blocked: 9, failure };
    const { sent, received } = exchangeOf({ ...sending, request: INVALID_CREATE, delivery });
    expect(received).toEqual({ at: 1_030, failure: { code: 'K6_1212', message: 'refused [key free#1]' } });
    expect(sent).toMatchObject({
      at: 1_000,
      body: '{}',
      headers: [
        ['Authorization', 'Bearer {free#1}'],
        ['Content-Type', 'application/json'],
      ],
    });
  });
});
