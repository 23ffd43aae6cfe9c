import type { Har } from 'har-format';
import { expect, it } from 'vitest';
import { har } from '../../src/report/har.ts';
import { golden } from '../support/golden.ts';
import { exchange } from './html-run.ts';
import { result } from './results.ts';

const get = exchange(4, {
  recorder: 'k6',
  probe: 'limit.burst',
  sent: { ...exchange(4).sent, path: '/pets?status=sold&limit=3&x=%ff&y' },
  received: {
    at: exchange(4).received.at,
    status: 200,
    headers: Object.entries({ 'Set-Cookie': 'a=1', 'set-cookie': 'b=2', 'Content-Type': 'application/json' }),
    body: '[{"name":"Łatek"}]',
  },
});

it('HAR has an entry for each kind of exchange, in order', async () => {
  const failure = { code: 'ECONNRESET', message: 'read ECONNRESET' };
  const received = { ...get.received, headers: [], body: '//8=', encoding: 'base64', cut: failure } as const;
  const body = { method: 'POST', headers: [['content-type', 'text/json']], body: '{"ż":1}' } as const;
  const exchanges = [
    get,
    { ...get, recorder: 'client' as const, sent: { ...get.sent, ...body } },
    { ...get, received: { at: get.sent.at + 3, failure } },
    { ...get, received },
  ].map((one, index) => ({ ...one, seq: 4 + index }));
  const written = [...har(result(), exchanges)];
  const { entries, ...head }: Har['log'] = JSON.parse(written.join('')).log;
  const lines = [head, ...entries].map((part) => `${JSON.stringify(part)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot(golden('har.txt'));
  // In parts, so that a load run is not one string.
  expect(written).toHaveLength(exchanges.length + 2);
});
