import { expect, it } from 'vitest';
import { type ExperimentRequest, INVALID_CREATE, LIST, validCreate } from '../../load/experiment/experiment-request.ts';
import { openRecorder, type RawResponse } from '../../load/experiment/recorder.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import type { K6Record } from '../../src/exchange/records/load-record.ts';
import { keyRedactor } from '../../src/exchange/redact.ts';

const key = 'k"1/2';
const redact = keyRedactor(new Map([['free#1', key]]));
const headers = { 'X-Ratelimit-Limit': '60', 'Set-Cookie': 'a=b', 'Retry-After': '3', Server: `mirror ${key}` };
const LISTED: Exclude<RawResponse, { failure: unknown }> = { status: 200, headers, body: '[]', blocked: 4 };

/** The line of one request that is sent at 1,000 and answered at 1,030. */
async function line(raw: RawResponse | Partial<typeof LISTED>, request: ExperimentRequest = LIST): Promise<Exchange> {
  const records: K6Record[] = [];
  const moments = [0, 1_000, 1_030];
  const recorder = openRecorder(
    { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 60 },
    {
      run: 'r',
      recorderName: 'free_1.1',
      now: () => moments.shift() ?? Number.NaN,
      sleep: async () => undefined,
      deliver: async () => ('failure' in raw ? raw : { ...LISTED, ...raw }),
      write: (record) => records.push(record),
      redact,
    },
  );
  await recorder.send('burst', request);
  return records[0] as Exchange;
}

it('keeps some headers under the names of the specification, and no body of an admitted request', async () => {
  const { sent, received } = await line({});
  const authorization = ['Authorization', 'Bearer {free#1}'];
  expect(sent).toEqual({ at: 1_004, method: 'GET', path: '/pets?limit=1', headers: [authorization], body: null });
  const kept = Object.entries({ 'X-RateLimit-Limit': '60', 'Retry-After': '3', Server: 'mirror [key free#1]' });
  expect(received).toEqual({ at: 1_030, status: 200, headers: kept, body: null });
});

it.each([
  [500, 2_048],
  [429, 65_536],
])('cuts the body of a %i after %i characters, and redacts it before', async (status, kept) => {
  const body = `${'x'.repeat(kept - 3)}${key}${'y'.repeat(100)}`;
  const cut = { body: `${'x'.repeat(kept - 3)}[ke`, cut: { code: 'RECORDER_CAP' } };
  expect((await line({ status, body })).received).toMatchObject(cut);
});

it('keeps what shows the animal of an admitted create', async () => {
  const stored = { status: 201, headers: { Location: '/v1/pets/7' }, body: '{"id":7}' };
  const kept = { headers: [['Location', '/v1/pets/7']], body: '{"id":7}' };
  expect((await line(stored, validCreate('a'))).received).toMatchObject(kept);
});

it('records a request without a response', async () => {
  const failure = { code: 'K6_1212', message: `refused ${key}` };
  const { sent, received } = await line({ failure }, INVALID_CREATE);
  expect(received).toEqual({ at: 1_030, failure: { code: 'K6_1212', message: 'refused [key free#1]' } });
  expect(sent).toMatchObject({ at: 1_000, body: '{}' });
  expect(sent.headers).toContainEqual(['Content-Type', 'application/json']);
});
