import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { REAL_IO } from '../real-io.ts';
import { type Driven, drive } from '../virtual/k6/drive.ts';
import { virtualK6 } from '../virtual/k6.ts';
import { BEHAVIOURS, type Raw, type Soon } from '../virtual/raw-servers.ts';
import { world } from '../virtual/world.ts';
import { realK6 } from './real-k6.ts';

const SCRIPT = `
  import http from 'k6/http';
  const cases = JSON.parse(open(__ENV.CONFIG));
  export const options = {
    scenarios: { all: { executor: 'per-vu-iterations', vus: 1, iterations: 1 } },
    thresholds: { http_reqs: ['count==' + cases.length] },
    noConnectionReuse: true,
    userAgent: 'parity',
  };
  export default async function () {
    await Promise.all(cases.map(async ({ name, url, body }) => {
      const headers = { 'content-type': 'application/json', Authorization: 'Bearer key' };
      const method = body === null ? 'GET' : 'POST';
      const response = await http.asyncRequest(method, url, body, { headers, redirects: 0, timeout: '1s', responseType: 'text' });
      const { status, status_text, error, error_code, headers: received } = response;
      console.log(JSON.stringify({ name, status, status_text, error, error_code, received, body: response.body }));
    }));
  }
`;

const folder = temporaryFolder();

function script(text: string): { path: string } {
  const path = join(folder, 'script.js');
  writeFileSync(path, text);
  return { path };
}

interface Place {
  readonly soon: Soon;
  /** Starts a server and gives its port. */
  readonly serve: (onConnection: (socket: Raw) => void) => Promise<number>;
  readonly run: (script: string, config: unknown) => Promise<Driven>;
}

async function resultsIn({ serve, run, soon }: Place): Promise<Record<string, unknown>> {
  const requests: string[] = [];
  const cases: { name: string; url: string; body: string | null }[] = [];
  const add = (name: string, port: number, body: string | null = null) =>
    cases.push({ name, url: `http://127.0.0.1:${port}/path?query=1`, body });
  for (const [name, behave] of Object.entries(BEHAVIOURS)) {
    const port = await serve((socket) => {
      socket.on('error', () => {});
      socket.once('data', (bytes) => {
        if (name.startsWith('a body of')) requests.push(String(bytes).replace(/:\d{5}/, ''));
        behave(socket, soon);
      });
    });
    add(name, port);
    if (name.startsWith('a body of')) add(`${name}, POST`, port, '{}');
  }
  add('nobody listens', 9);
  const { end, lines } = await run(SCRIPT, cases);
  // 1000: no code of its own. The virtual k6 has Node's message for what Node cannot read.
  const results = lines
    .map((line) => JSON.parse(line))
    .map(({ name, error, ...rest }) => [name, rest.error_code === 1_000 ? rest : { ...rest, error }]);
  return { code: end.code, requests: requests.sort(), ...Object.fromEntries(results) };
}

const real: Place = {
  soon: (action) => void setTimeout(action, 20),
  serve: async (onConnection) => {
    const server = createServer({ allowHalfOpen: true }, onConnection);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  },
  run: (text, config) => drive({ launcher: REAL_IO.k6, path: realK6().path, script: script(text), config }),
};

const virtual: Place = {
  soon: (action) => void world().clock.after(20, action),
  serve: async (onConnection) => (await world().network.listenRaw(onConnection)).port,
  run: (text, config) => world().clock.run(drive({ launcher: virtualK6(world()), script: script(text), config })),
};

const LIFE: Readonly<Record<string, string>> = {
  'a script that throws at its top level': `throw new Error('top level')`,
  'a setup that throws': `export function setup() { throw new Error('boom') }`,
  'a setup that rejects': `export async function setup() { throw new Error('boom') }`,
  'a setup that aborts': `export function setup() { exec.test.abort('enough') }`,
  'a setup that takes too long': `export async function setup() { await pause(5_000) }`,
  'an iteration that throws': `export default function () { throw new Error('boom') }`,
  'an iteration that aborts': `export default async function () { exec.test.abort('enough') }`,
  'an iteration that takes too long': `export default async function () { console.log('in'); await pause(5_000); console.log('out') }`,
  'a teardown that throws': `export function teardown() { throw new Error('boom') }`,
  'a secret that is missing': `export async function setup() { await secrets.get('missing') }`,
  'a threshold that is crossed': `new Counter('mine'); export const more = { 'mine{scenario:one}': ['count==1'] }`,
  'a threshold of an unknown metric': `export const more = { nothing: ['count==1'] }`,
  'moments and numbers': `
    export function setup() { return { id: exec.vu.idInTest, u: undefined, early: exec.instance.currentTestRunDuration < 1_000 } }
    export default function (data) {
      const { name, executor, iterationInTest } = exec.scenario;
      console.log(JSON.stringify([Object.entries(data).sort(), name, executor, iterationInTest, exec.vu.idInTest]));
      console.log(Number.isInteger(exec.scenario.startTime) + ' ' + exec.test.options.executionSegment);
    }`,
};

/** A function of the script that a case does not have. */
const DEFAULTS = {
  'export default': `export default function () { console.log('iteration') }`,
  'function teardown': `export function teardown() { console.log('teardown') }`,
  'const more': 'const more = {}',
};

function lifeScript(text: string): string {
  const missing = Object.entries(DEFAULTS).flatMap(([sign, code]) => (text.includes(sign) ? [] : [code]));
  return `
    import exec from 'k6/execution';
    import secrets from 'k6/secrets';
    import { Counter } from 'k6/metrics';
    import { setTimeout } from 'k6/timers';
    const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    ${text};
    ${missing.join(';')};
    export const options = {
      setupTimeout: '1s',
      scenarios: { one: { executor: 'per-vu-iterations', vus: 1, iterations: 1, maxDuration: '1s', gracefulStop: '500ms' } },
      thresholds: { ...more, 'iterations{scenario:one}': ['count==1'] },
    };
  `;
}

describe('the virtual k6 behaves like the real one', () => {
  test('towards servers', async () => {
    const expected = await resultsIn(real);
    expect(await resultsIn(virtual)).toEqual(expected);
    expect(expected['code']).toBe(0);
  });

  test.each(Object.entries(LIFE))('with %s', async (_name, text) => {
    const resultOf = async ({ run }: Place) => {
      const { end, lines } = await run(lifeScript(text), {});
      const firstError = end.stderrTail.split('\n')[0]?.replace(/ at \w+ \(file.*/, '');
      return { code: end.code, lines, firstError };
    };
    expect(await resultOf(virtual)).toEqual(await resultOf(real));
  });
});
