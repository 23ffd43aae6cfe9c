import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { expectUnshaken } from '../outcome/checked.ts';
import { startCheck } from './check.ts';
import { serve } from './servers.ts';

const MEGABYTE = 1024 * 1024;
const compressed = gzipSync(Buffer.alloc(MEGABYTE, ' '));
/** 200 MB of blanks: a gzip file may consist of several. */
const bomb = Buffer.concat(Array.from({ length: 200 }, () => compressed));

const headers = () => ({
  'content-type': 'application/json',
  'x-ratelimit-limit': '300',
  'x-ratelimit-remaining': '200',
  'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 30),
});

/** 200 MB, as fast as the other side reads. */
function flood(response: ServerResponse): void {
  response.writeHead(200, { ...headers(), 'content-length': String(200 * MEGABYTE) });
  const chunk = Buffer.alloc(MEGABYTE, 'x');
  let left = 200;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

/** The most memory that a process has had (Linux), in MB. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // It has ended.
    return 0;
  }
}

const inGzip = (response: ServerResponse) =>
  response.writeHead(200, { ...headers(), 'content-encoding': 'gzip' }).end(bomb);

it('bodies of 200 MB, also in 200 kB of gzip, are neither read to their end nor kept, in little memory', async () => {
  let peak = 0;
  const server = await serve((_request, response) => {
    response.on('close', () => {
      peak = Math.max(peak, peakOf(running.child.pid));
    });
    if (server.seen.length % 2 === 0) flood(response);
    else inGzip(response);
  });
  const running = await startCheck(server.baseUrl, { args: ['--window', '1', '--only', 'auth.required.list'] });
  const checked = await running.ended;
  expectUnshaken(checked);
  expect(checked.code).toBe(3);
  expect(peak).toBeGreaterThan(30);
  expect(peak).toBeLessThan(250);
  expect(checked.journal.length).toBeLessThan(2 * MEGABYTE);
});
