import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { expectSound } from '../support/runs.ts';
import type { Change } from '../support/servers.ts';
import { BROKEN, flood } from '../virtual/hostile/replies.ts';
import { check, startCheck } from './real-command.ts';
import { conforming, serve } from './real-servers.ts';

/** The same in virtual time, one by one: tests/virtual/hostile/wire.test.ts. */
it.concurrent('a service that breaks HTTP now and then on a real socket ends no check without a verdict', async () => {
  const broken = new Set<string>();
  const change: Change = ({ number, request: { socket } }) => {
    if (number < 4 || number % 2 === 0) return false;
    const [name, , reply] = BROKEN[broken.size % BROKEN.length] ?? [];
    if (name !== undefined) broken.add(name);
    reply?.(socket, 1);
    return true;
  };
  const { baseUrl } = await conforming({ change });
  expectSound(await check(baseUrl, { args: ['--timeout', '1', '--max-requests', '45'] }), 1, 3);
  expect(broken.size).toBe(BROKEN.length);
});

const MEGABYTE = 1024 * 1024;
/** 200 MB of blanks: a gzip file may consist of several. */
const bomb = Buffer.concat(Array(200).fill(gzipSync(Buffer.alloc(MEGABYTE, ' '))));
const headers = { 'content-type': 'application/json', 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '200' };

/** The most memory that a process has had (Linux), in MB. */
const peakOf = (pid: number | undefined) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

it.concurrent('bodies of 200 MB, also in 200 kB of gzip, are neither read to their end nor kept, in little memory', async () => {
  let peak = 0;
  const server = await serve((_request, response) => {
    response.on('close', () => {
      if (child.exitCode === null) peak = Math.max(peak, peakOf(child.pid));
    });
    const length = { 'content-length': String(200 * MEGABYTE) };
    if (server.seen.length % 2 === 0) flood(response.writeHead(200, { ...headers, ...length }), 'x'.repeat(MEGABYTE));
    else response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(bomb);
  });
  const { child, ended } = startCheck(server.baseUrl, { args: ['--window', '1', '--only', 'auth.required.list'] });
  const checked = await ended;
  expectSound(checked, 3);
  expect(peak).toBeGreaterThan(30);
  expect(peak).toBeLessThan(250);
  expect(checked.journal.length).toBeLessThan(2 * MEGABYTE);
});

it.concurrent('a proxy that accepts connections and is silent costs no request more than --timeout', async () => {
  const proxy = createServer().listen().unref();
  const route = ['--proxy', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, '--timeout', '0.5'];
  const { result } = await check('http://store.invalid/v1', { args: route });
  expect(result).toMatchObject({ setUp: { params: { failure: 'TIMEOUT' } }, requests: { sent: 2 } });
});
