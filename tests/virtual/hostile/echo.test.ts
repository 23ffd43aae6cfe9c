import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Checked, everything, expectUnshaken } from '../../outcome/checked.ts';
import { SPELLINGS, tracesOf } from '../../outcome/spellings.ts';
import { check } from '../check.ts';
import { serve, serveRaw } from '../servers.ts';

const key = 'ask_live_4fJ2mQx7LpT4vRz8WbN1';

function expectNoTrace(checked: Checked): void {
  const texts = Object.values(everything(checked));
  expect(tracesOf(key, texts)).toEqual([]);
}

/** In every spelling, in what a conforming service also sends: tests/virtual/keys/canary.test.ts. */
describe('a key that the service echoes', () => {
  it.each([
    [
      'escaped, in bytes that are not UTF-8',
      400,
      {},
      Buffer.concat([
        Buffer.from([0xff]),
        Buffer.from(SPELLINGS['escaped for URLs, every character']?.write(key) ?? ''),
      ]),
    ],
    ['in UTF-16', 500, { 'content-type': 'text/plain; charset=utf-16' }, Buffer.from(`\ufeffkey ${key}`, 'utf16le')],
    ['in a coding that is not decoded', 200, { 'content-encoding': 'gzip, gzip' }, gzipSync(`["${key}"]`)],
    [
      'in the rate headers',
      200,
      { 'x-ratelimit-limit': key, 'x-ratelimit-remaining': key, 'x-ratelimit-reset': key, 'retry-after': key },
      '[]',
    ],
    ['as the name of a field', 400, {}, `{"${key}":{"${key}":1},"code":"${key}","message":1}`],
  ])('%s is redacted', async (_name, status, headers, body) => {
    const server = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
    const checked = await check(server.baseUrl, { key, args: ['--verbose'] });
    expectUnshaken(checked);
    expectNoTrace(checked);
  });

  it('in text that is not HTTP is redacted', async () => {
    const server = await serveRaw((socket) => void socket.write(`${key} is what you sent\r\n\r\n`));
    const checked = await check(server.baseUrl, { key, args: ['--verbose'] });
    expectUnshaken(checked);
    expectNoTrace(checked);
  });
});
