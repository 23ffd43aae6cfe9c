import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config/read.ts';
import { apiKey } from '../../../src/exchange/api-key.ts';
import type { Io } from '../../../src/io/io.ts';
import { ledgerFile } from '../../../src/ledger/ledger.ts';
import { lockKeys } from '../../../src/run/lock-keys.ts';
import { temporaryFolder } from '../../support/files.ts';
import { golden } from '../../support/golden.ts';
import { FREE_KEY, PRO_KEY } from '../../support/runs.ts';
import { missingK6 } from '../k6/virtual-k6.ts';
import { expectSession } from '../session.ts';
import { run, start } from '../virtual-command.ts';
import { conforming, serve, serveRaw } from '../virtual-servers.ts';
import { sleep, world } from '../world.ts';

/** A service, and a folder that names it a target. The ledger counts only off loopback. */
async function target({ lines = '', address = '0.0.0.0', state = temporaryFolder() } = {}) {
  const { port, seen } = await conforming();
  const host = `${address}:${port}`;
  const keys = 'keys: { free: { env: FREE }, pro: { env: PRO }, business: { env: BUSINESS } }';
  const text = `targets:\n  it:\n    baseUrl: http://${host}/v1\n    ${keys}\n${lines}`;
  const cwd = temporaryFolder({ 'storecheck.yaml': text });
  const env = { FREE: FREE_KEY, PRO: PRO_KEY, BUSINESS: 'ask_business_Zq8LhT2xMv5KcWn7RyPd', XDG_STATE_HOME: state };
  const key = apiKey('free#1', FREE_KEY);
  const user = { run: 'run-1', host, class: 'staging' as const };
  return {
    seen,
    key,
    ledger: ledgerFile(env),
    doctor: (...args: string[]) => run(['doctor', ...args], { cwd, env }),
    /** An earlier run, which used the key for this many requests. */
    begin: (requests: number) =>
      lockKeys([{ key, perDay: 1_000, requests, refusals: 0 }], user, { env, clock: world().clock }),
  };
}

type Target = Awaited<ReturnType<typeof target>>;

/** doctor with the free key and without a configuration. */
const doctorOn = (baseUrl: string, k6?: Io['k6']) =>
  run(['doctor', '--base-url', baseUrl, '--key', 'free=env:FREE'], { env: { FREE: FREE_KEY }, ...(k6 && { k6 }) });

/** The same on a service that returns the same to each request. */
const onServer = async (answer: Parameters<typeof serve>[0]) => doctorOn((await serve(answer)).baseUrl);

/** doctor with the free key, after something happened to its ledger. */
async function after(arrange: (it: Target) => unknown) {
  const it = await target();
  arrange(it);
  return it.doctor('--plan', 'free');
}

const withFree = (lines: string) => async () => (await target({ lines })).doctor('--plan', 'free');
const DAY = { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': '0', 'Retry-After': '28016' };
const ODD_LIMIT = { 'X-RateLimit-Limit': '61', 'X-RateLimit-Reset': '12' };

/** By name: the rows that a case is about, and what it is. A row that is named, but not in the golden file, is absent. */
const CASES: Readonly<Record<string, () => ReturnType<typeof run>>> = {
  'all rows: three keys of a production host, of which the largest is tried': async () => (await target()).doctor(),
  'target: production, which allows writes': withFree('    class: production\n    allow: { writes: true }\n'),
  'target, key: staging, and a plan is named': withFree('    class: staging\n'),
  'target, http: a local service': async () => (await target({ address: '127.0.0.1' })).doctor(),
  'service: Reset of a shorter window': async () => doctorOn((await conforming({ windowSeconds: 10 })).baseUrl),
  'service, key: an exhausted window': () =>
    onServer((_, response) => response.writeHead(429, { 'Retry-After': '19' }).end()),
  'service, key: an exhausted day': () => onServer((_, response) => response.writeHead(429, DAY).end()),
  'ledger, service: a key that the service refuses': () =>
    after(({ begin, key }) => {
      const block = { reason: 'the daily limit is exhausted (429)', until: world().clock.now() + 3_600_000 };
      const unlock = begin(1);
      unlock(new Map([[key.label, { requests: 1, refusals: 1 }]]), { [key.label]: block });
    }),
  'ledger, service: a check that would exceed the share of the day': () =>
    after(({ begin }) => {
      const unlock = begin(480);
      unlock();
    }),
  'ledger, service: a state folder that cannot be written': async () =>
    (await target({ state: '/proc/state' })).doctor('--plan', 'free'),
  'ledger, service: a state folder that cannot be written, for a local service': async () =>
    (await target({ address: '127.0.0.1', state: '/proc/state' })).doctor(),
  'service: a URL without /v1': async () => doctorOn((await conforming()).baseUrl.replace('/v1', '')),
  'target, service: a host that does not resolve': () => doctorOn('https://nowhere.invalid/v1'),
  'service: a first request that is lost once, and then 404': async () => {
    const notFound = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';
    const { baseUrl } = await serveRaw((socket, number) => (number > 1 ? socket.write(notFound) : socket.destroy()));
    return doctorOn(baseUrl);
  },
  'k6, service: no k6': async () => doctorOn((await conforming()).baseUrl, missingK6),
  'service, key: another limit, and a Reset that fits no window': () =>
    onServer(({ url = '' }, response) =>
      response.writeHead(url.startsWith('/v1/pets?') ? 200 : 404, ODD_LIMIT).end('[]'),
    ),
};

it('doctor shows what it found as a table, with the fix of each problem', async () => {
  const shown: string[] = [];
  for (const [name, call] of Object.entries(CASES)) {
    const { code, stdout, stderr } = await call();
    const rows = (stdout + stderr).replace(/:20\d{3}\b/g, ':PORT').split(/^(?=\S)/m);
    const [named = ''] = name.split(':');
    const own = rows.filter((row) => named === 'all rows' || named.includes(row.split(/\s+/)[1] ?? ''));
    shown.push(`# ${name}\n${own.join('')}[${code}]\n`);
  }
  await expect(shown.join('\n')).toMatchFileSnapshot(golden('doctor.txt'));
});

it('doctor sends one request to a service that conforms, and counts it', async () => {
  const { doctor, seen, ledger } = await target();
  await doctor();
  expect(seen).toHaveLength(1);
  expect(readFileSync(ledger, 'utf8')).toMatch(/"entries":\[\{"at":\d+,"requests":1,"refusals":0\}\]/);
});

it('Ctrl-C ends doctor with exit code 130', async () => {
  const { baseUrl } = await serve(() => running.interrupt());
  const running = start(['doctor', '--base-url', baseUrl, '--key', 'free=env:FREE'], { env: { FREE: FREE_KEY } });
  expect(await running.ended).toMatchObject({ code: 130, stdout: expect.stringMatching(/service +the run was inter/) });
});

it.each<[string, (it: Target) => unknown, RegExp]>([
  ['the key is in use', ({ begin }) => begin(1), /free#1: run run-1 \(process/],
  ['the ledger is a folder', ({ ledger }) => mkdirSync(ledger, { recursive: true }), /cannot read .*EISDIR/],
])('doctor sends nothing if %s', async (_name, arrange, says) => {
  const it = await target();
  arrange(it);
  const { code, unwrapped } = await it.doctor('--plan', 'free');
  expect([code, unwrapped, it.seen]).toEqual([3, expect.stringMatching(says), []]);
});

it('serve prints an address and keys that a check can use', async () => {
  const serving = start(['serve', '--port', '0', '--fault', 'list-without-key']);
  await sleep(1_000);
  const text = serving.stdout();
  const baseUrl = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(text)?.[0] ?? '';
  const exported = [...text.matchAll(/export (\w+)=(\S+)/g)].map(([, name = '', key = '']) => [name, key]);
  const keys: Record<string, string> = Object.fromEntries(exported);
  expect(keys['STORE_API_KEY_FREE']).toBe(FREE_KEY);
  const { STORE_API_KEY_PRO = '' } = keys;
  expect((await run(['check', '--base-url', baseUrl], { env: { STORE_API_KEY_PRO } })).code).toBe(1);
  serving.interrupt();
  expect((await serving.ended).code).toBe(0);
});

it('init writes a valid configuration of the target, refuses mistakes and an existing file, and prints the next steps', async () => {
  await expectSession(golden('init.txt'), {
    env: { STORE_API_KEY_FREE: 'a-key-of-nobody-123' },
    after: ({ code }, _words, cwd) => {
      const file = join(cwd, 'storecheck.yaml');
      if (code === 0) expect(readConfig(readFileSync(file, 'utf8'), file)).not.toHaveProperty('problems');
    },
  });
});
