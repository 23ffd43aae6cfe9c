import type { Har } from 'har-format';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/index.ts';
import { har } from '../../src/reporters/har.ts';
import { goldenIn } from '../golden.ts';
import { ACTIVE, HOSTILE, hostileExchange, hostileResult } from './hostile.ts';
import { result } from './results.ts';

const golden = goldenIn(import.meta.dirname);

function read(exchanges: readonly Exchange[], given = result()): Har {
  return JSON.parse([...har(given, exchanges)].join(''));
}

const get: Exchange = {
  v: 1,
  run: 'run-1',
  seq: 4,
  recorder: 'k6',
  instance: 'vu1',
  probe: 'limit.burst',
  key: 'free#1',
  operation: 'listPets',
  sent: {
    at: 1_795_262_400_000.25,
    method: 'GET',
    path: '/pets?status=sold&limit=3&x=%ff&y',
    headers: [['Authorization', 'Bearer {free#1}']],
    body: null,
  },
  received: {
    at: 1_795_262_400_012.5,
    status: 200,
    headers: [
      ['Set-Cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['Content-Type', 'application/json'],
    ],
    body: '[{"name":"Łatek"}]',
  },
};

describe('HAR', () => {
  it('is this for one exchange', async () => {
    const [entry = {}] = read([get]).log.entries;
    const lines = Object.entries(entry).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
    await expect(lines.join('')).toMatchFileSnapshot(golden('har-is-this-for-one-exchange.txt'));
  });

  it('contains every request in order, including those of k6', () => {
    const { entries } = read([get, { ...get, seq: 5, recorder: 'client' }]).log;
    expect(entries.map((entry) => [Reflect.get(entry, '_exchange'), Reflect.get(entry, '_recorder')])).toEqual([
      [4, 'k6'],
      [5, 'client'],
    ]);
    expect(read([]).log).toMatchObject({
      version: '1.2',
      creator: { name: 'storecheck', version: '1.2.3' },
      entries: [],
    });
  });

  it('shows no answer as browsers do: status 0, and what happened', () => {
    const failure = { code: 'ECONNRESET', message: 'read ECONNRESET' };
    const { entries } = read([{ ...get, received: { at: get.sent.at + 3, failure } }]).log;
    expect(entries[0]?.response.status).toBe(0);
    expect(Reflect.get(entries[0] ?? {}, '_error')).toBe('ECONNRESET: read ECONNRESET');
  });

  it('marks a cut body, and keeps bytes that are not text as base64', () => {
    const cut = { code: 'UND_ERR_SOCKET', message: 'other side closed' };
    const received = { ...get.received, status: 200, headers: [], body: '//8=', encoding: 'base64', cut } as const;
    const [entry] = read([{ ...get, received }]).log.entries;
    expect(entry?.response.content).toMatchObject({ text: '//8=', encoding: 'base64', size: 2 });
    expect(Reflect.get(entry ?? {}, '_error')).toContain('UND_ERR_SOCKET');
  });

  it('contains the sent body with its type', () => {
    const sent = { ...get.sent, method: 'POST', headers: [['content-type', 'text/json']] as const, body: '{"ż":1}' };
    const { request } = read([{ ...get, sent }]).log.entries[0] ?? {};
    expect(request).toMatchObject({ bodySize: 8, postData: { mimeType: 'text/json', text: '{"ż":1}' } });
  });

  it('is written in parts, so that a load run is not one string', () => {
    expect([...har(result(), [get, get, get])]).toHaveLength(5);
  });

  it.each(Object.entries(HOSTILE))('stays valid, the same and inert with %s', (_name, hostile) => {
    const { log } = read([hostileExchange(hostile)], hostileResult(hostile));
    expect(log.entries[0]?.request.postData?.text).toBe(hostile);
    expect([...har(hostileResult(hostile), [hostileExchange(hostile)])].join('')).not.toMatch(ACTIVE);
  });
});
