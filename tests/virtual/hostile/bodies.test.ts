import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ACTIVE, HOSTILE } from '../../report/hostile.ts';
import { SPELLINGS, tracesOf } from '../../support/key-spellings.ts';
import { everything, expectSound } from '../../support/runs.ts';
import type { Passing } from '../../support/servers.ts';
import { check } from '../virtual-command.ts';
import { conforming, serve } from '../virtual-servers.ts';
import { rate } from './replies.ts';

type Named = readonly [name: string, body: string | Buffer, more?: Record<string, string>, status?: number];

/** Sends these bodies in turn, whatever the request: with 200, then with 401, and so on, unless they have a status. */
const sending = (bodies: readonly Named[]) => {
  let sent = 0;
  return serve((_request, response) => {
    const usual = [200, 401][Math.floor(sent / bodies.length) % 2];
    const [, body = '', more = {}, status = usual ?? 200] = bodies[sent++ % bodies.length] ?? [];
    response.writeHead(status, { 'content-type': 'application/json', ...rate(), ...more }).end(body);
  });
};

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const animal = (name: string) => `{"id":1,"name":${name},"categoryId":2,"status":"available"}`;
const error = (message: string) => `{"code":"bad","message":${message},"status":401}`;
/** tests/process/sockets.test.ts sends 200 MB. */
const bomb = Buffer.alloc(100_000, ' ');
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const BODIES: readonly Named[] = [
  ['invalid UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x5d])],
  ['invalid UTF-8 late', Buffer.concat([Buffer.from(`["${'a'.repeat(30_000)}`), Buffer.from([0xff, 0x22, 0x5d])])],
  ['NULs', `[${animal('"a\\u0000b"')}]\u0000\u0000`],
  ['a byte-order mark and keys twice', `\ufeff[{"id":1,"id":2,"name":"a","name":"a","categoryId":1}]`],
  ['__proto__', `[{"__proto__":{"polluted":1},"constructor":1,"id":1,"name":"x","categoryId":1,"hasOwnProperty":3}]`],
  ['numbers without end', `[${animal('"x"').replace('1', '9'.repeat(30_000))},{"id":1e400},{"id":1e999999999}]`],
  ['a name of 100 kB', `[${animal(`"${'n'.repeat(100_000)}"`)}]`],
  ['two thousand keys', `{${Array.from({ length: 2_000 }, (_, n) => `"k${n}":${n}`).join()}}`],
  ['a gzip bomb', gzipSync(bomb), { 'content-encoding': 'gzip' }],
  ['a brotli bomb', brotliCompressSync(bomb, QUICKLY), { 'content-encoding': 'br' }],
  ['a coding called constructor', '[]', { 'content-encoding': 'constructor' }],
  ['half a gzip', gzipSync('[{"id":1}]').subarray(0, 18), { 'content-encoding': 'gzip' }],
];

/** The deepest that is read as JSON, and one that is not. */
const DEEP = [1_000, 30_000].flatMap((depth): Named[] => [
  ['arrays', nested(depth, '[', ']')],
  ['a name', `[${animal(nested(depth, '[', ']'))}]`],
  ['objects', nested(depth, '{"id":', '}').replace('}', '1}'), {}, 400],
  ['a message', error(nested(depth, '{"a":', '}').replace('}', '0}'))],
]);

it.each([
  ['odd bytes and values', BODIES.slice(0, 8)],
  ['codings', BODIES.slice(8)],
  ['depths', DEEP],
])('hostile bodies, %s: the check ends with exit 1 and short findings', async (_which, bodies) => {
  const checked = await check((await sending(bodies)).baseUrl, { args: ['--max-requests', '48'] });
  expectSound(checked, 1);
  const texts = (checked.result?.requirements ?? []).flatMap(({ reason = '', findings }) => [
    reason,
    ...findings.flatMap(({ message, expected, actual }) => [message, expected, actual]),
  ]);
  expect(texts.length).toBeGreaterThan(100);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(1_100);
});

const key = 'ask_live_4fJ2mQx7LpT4vRz8WbN1';
const escaped = SPELLINGS['escaped for URLs, every character']?.write(key) ?? '';
const rates = { 'x-ratelimit-limit': key, 'x-ratelimit-remaining': key, 'x-ratelimit-reset': key, 'retry-after': key };

/** In every spelling, in what a conforming service also sends: tests/virtual/keys/canary.test.ts. */
const ECHOES: readonly Named[] = [
  ['escaped, in bytes that are not UTF-8', Buffer.concat([Buffer.from([0xff]), Buffer.from(escaped)]), {}, 400],
  ['in UTF-16', Buffer.from(`\ufeffkey ${key}`, 'utf16le'), { 'content-type': 'text/plain; charset=utf-16' }, 500],
  ['in a coding that is not decoded', gzipSync(`["${key}"]`), { 'content-encoding': 'gzip, gzip' }],
  ['in the rate headers', '[]', rates],
  ['as the name of a field', `{"${key}":{"${key}":1},"code":"${key}","message":1}`, {}, 400],
];

it.each(ECHOES.map((echo) => [echo[0], echo] as const))(
  'a key that the service echoes %s is redacted',
  async (_how, echo) => {
    const { baseUrl } = await sending([echo]);
    const checked = await check(baseUrl, { keys: { pro: key }, args: ['--verbose', '--max-requests', '16'] });
    expectSound(checked, 1);
    expect(tracesOf(key, Object.values(everything(checked)))).toEqual([]);
  },
);

/** What storecheck writes to draw its progress anew. */
const REDRAW = /\u001b\[\d+A\r\u001b\[J/g;

/** Short enough for a header. */
const ATTACKS = Object.values(HOSTILE).filter(({ length }) => length < 1_000);

const headerSafe = (text: string) =>
  Buffer.from(text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ''), 'utf8').toString('latin1');

const active = (text: string) => text.split('\n').filter((line) => ACTIVE.test(line));

it.each([
  ['a pipe, verbosely', { args: ['--verbose'] }],
  ['a terminal', { terminal: 80, env: { TERM: 'dumb' } }],
])('text in names, messages, codes and headers that would control a terminal is inert on %s', async (_to, options) => {
  const change = (passing: Passing) => {
    const attack = ATTACKS[passing.number % ATTACKS.length] ?? '';
    const text = JSON.stringify(attack);
    passing.headers['content-type'] = `text/plain; ${headerSafe(attack)}`;
    passing.headers['x-ratelimit-limit'] = headerSafe(`300 ${attack}`);
    const named = `${passing.body}`.replace(/"name":"[^"]*"/g, `"name":${text},"status":${text},${text}:${text}`);
    const refused = `{"code":${text},"message":${text},"status":${text},${text}:1}`;
    passing.body = Buffer.from(passing.status >= 400 ? refused : named);
  };
  const checked = await check((await conforming({ change })).baseUrl, options);
  expectSound(checked, 1);
  expect(active(checked.said.replace(REDRAW, '') + readFileSync(`${checked.out}/residue.json`, 'utf8'))).toEqual([]);
  expect(checked.stdout).not.toMatch(/^PASSED|^exit 0/m);
});
