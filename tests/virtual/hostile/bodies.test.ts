import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectUnshaken } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { between, conforming, type Listening, serve } from '../servers.ts';
import { rate } from './replies.ts';

const headers = () => ({ 'content-type': 'application/json', ...rate() });

type Named = readonly [name: string, body: string | Buffer, more?: Record<string, string>];

/** Sends these bodies in turn, whatever the request. */
const sending = (bodies: readonly Named[]): Promise<Listening> => {
  let number = 0;
  return serve((_request, response) => {
    const [, body = '', more = {}] = bodies[number % bodies.length] ?? [];
    number += 1;
    response.writeHead(200, { ...headers(), ...more }).end(body);
  });
};

/** A conforming service whose error responses have these bodies, one after the other. */
const refusing = async (bodies: readonly Named[]) =>
  between(await conforming(), (passing) => {
    if (passing.status < 400) return false;
    const [, body = '', more = {}] = bodies[passing.number % bodies.length] ?? [];
    passing.body = Buffer.from(body);
    Object.assign(passing.headers, more);
    return false;
  });

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const animal = (name: string) => `{"id":1,"name":${name},"categoryId":2,"status":"available"}`;
const error = (message: string) => `{"code":"bad","message":${message},"status":401}`;
/** tests/process/memory.test.ts sends 200 MB. */
const bomb = Buffer.alloc(300_000, ' ');
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const BODIES: readonly Named[] = [
  ['invalid UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x5d])],
  [
    'invalid UTF-8 after 30 kB',
    Buffer.concat([Buffer.from(`["${'a'.repeat(30_000)}`), Buffer.from([0xff, 0x22, 0x5d])]),
  ],
  ['NULs', `[${animal('"a\\u0000b"')}]\u0000\u0000`],
  ['a byte-order mark and keys twice', `\ufeff[{"id":1,"id":2,"name":"a","name":"a","categoryId":1}]`],
  [
    '__proto__ and constructor',
    `[{"__proto__":{"polluted":1},"constructor":1,"id":1,"name":"x","categoryId":1,"toString":null,"hasOwnProperty":3}]`,
  ],
  [
    'numbers without end',
    `[${animal('"x"').replace('1', '9'.repeat(30_000))},{"id":1e400,"name":"x","categoryId":-0.0},{"id":1e999999999,"name":"","categoryId":1}]`,
  ],
  ['a name of 300 kB', `[${animal(`"${'n'.repeat(300_000)}"`)}]`],
  ['two thousand keys', `{${Array.from({ length: 2_000 }, (_, n) => `"k${n}":${n}`).join()}}`],
  ['a gzip bomb', gzipSync(bomb), { 'content-encoding': 'gzip' }],
  ['a brotli bomb', brotliCompressSync(bomb, QUICKLY), { 'content-encoding': 'br' }],
  ['a coding called constructor', '[]', { 'content-encoding': 'constructor' }],
  ['half a gzip', gzipSync('[{"id":1}]').subarray(0, 18), { 'content-encoding': 'gzip' }],
];

const inEights = (all: readonly Named[]) =>
  all.flatMap((_one, index) => (index % 8 === 0 ? [all.slice(index, index + 8)] : []));

/** The deepest that is read as JSON, and one that is not. */
const DEPTHS = [1_000, 30_000];

/** Texts on which a careless regular expression backtracks for hours. */
const PATIENCE = [
  `at ${'a'.repeat(20_000)}`,
  ` /home/${'./-'.repeat(20_000)}`,
  ` ${'a/'.repeat(20_000)}`,
  'SELECT '.repeat(20_000),
  `at ${'['.repeat(20_000)}`,
  '\n'.repeat(50_000),
  'at ::::::\n'.repeat(20_000),
];

describe('a hostile response body', () => {
  it.each(inEights(BODIES).map((bodies) => [bodies.map(([name]) => name).join(', '), bodies] as const))(
    '%s: the check ends as failed or incomplete, with short findings',
    async (_names, bodies) => {
      const checked = await check((await sending(bodies)).baseUrl);
      expectUnshaken(checked);
      const rows = checked.result?.requirements ?? [];
      const texts = rows.flatMap(({ reason = '', findings }) => [
        reason,
        ...findings.flatMap(({ message, expected, actual }) => [message, expected, actual]),
      ]);
      expect(texts.length).toBeGreaterThan(100);
      expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(1_100);
    },
  );

  it('in error responses only: the service violates the specification', async () => {
    const checked = await check((await refusing(BODIES)).baseUrl);
    expectUnshaken(checked);
    expect(checked.code).toBe(1);
  });

  it.each(DEPTHS)('of %i nested arrays and objects: the service violates the specification', async (depth) => {
    const bodies = [
      nested(depth, '[', ']'),
      `[${animal(nested(depth, '[', ']'))}]`,
      nested(depth, '{"id":', '}').replace('}', '1}'),
      error(nested(depth, '{"a":', '}').replace('}', '0}')),
    ];
    let number = 0;
    const server = await serve((_request, response) => {
      number += 1;
      response.writeHead(number % 3 === 0 ? 400 : 200, headers()).end(bodies[number % bodies.length]);
    });
    const checked = await check(server.baseUrl);
    expectUnshaken(checked);
    expect(checked.code).toBe(1);
  });

  it('with messages that make regular expressions backtrack is judged in seconds', async () => {
    const bodies = PATIENCE.map((text) => ['a message', error(JSON.stringify(text))] as const);
    expectUnshaken(await check((await refusing(bodies)).baseUrl), true);
  });
});
