import { expect, it } from 'vitest';
import { isAnswered } from '../../../src/exchange/exchange.ts';
import { groupBy } from '../../../src/exchange/group.ts';
import { parseRecord } from '../../../src/exchange/journal/journal.ts';
import type { Exchange } from '../../../src/exchange/records/exchange-record.ts';
import { isExchange, isKind, ofKind } from '../../../src/exchange/records/journal-record.ts';
import type { K6Launcher } from '../../../src/io/io.ts';
import { variantNamed } from '../../faults/index.ts';
import { expectLines, golden } from '../../support/golden.ts';
import { type EndedRun, expectSound, FREE_KEY, PRO_KEY, refusalsOf } from '../../support/runs.ts';
import type { Change } from '../../support/servers.ts';
import { virtualK6 } from '../k6/virtual-k6.ts';
import { runLimits, startLimits } from '../virtual-command.ts';
import { ask, conforming, serve, serveRaw } from '../virtual-servers.ts';
import { sleep, until, world } from '../world.ts';

type Options = Parameters<typeof runLimits>[1];
type Service = Parameters<typeof conforming>[0];

const WRONG = 'ask_free_of_another_environment';
const IMPATIENT = { keys: { free: FREE_KEY }, args: ['--timeout', '1'] };
const DAY = { windowSeconds: 86_400 };

const times = (count: number, action: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, action));

/** `storecheck limits` on a service that conforms, unless it has variants, with a key of the plan Free. */
const limits = async (options: Options = {}, service: Service = {}) =>
  runLimits((await conforming(service)).baseUrl, { keys: { free: FREE_KEY }, ...options });

/** The same with a key whose limit is exhausted. */
async function exhausted(service: Service = {}): Promise<EndedRun> {
  const { baseUrl } = await conforming(service);
  await times(62, () => ask(baseUrl, FREE_KEY));
  return runLimits(baseUrl, { keys: { free: FREE_KEY } });
}

const variant = (id: string) => ({ variants: [variantNamed(id)] });

/** A run on one key whose limit is exhausted, and which now waits for half a window to pass. */
async function waiting(options: Options = {}, service: Service = {}) {
  const server = await conforming(service);
  const running = startLimits(server.baseUrl, { keys: { free: FREE_KEY }, ...options });
  await until(() => refusalsOf(server) >= 3);
  await sleep(300);
  return { server, ...running };
}

async function withDeadK6(): Promise<EndedRun> {
  let kill = () => {};
  const launcher = virtualK6(world());
  const start: K6Launcher['start'] = (options) => {
    const child = launcher.start(options);
    kill = child.kill;
    return child;
  };
  const { ended } = await waiting({ k6: { ...launcher, start } });
  kill();
  return ended;
}

async function interrupted(): Promise<EndedRun> {
  const { server, interrupt, ended } = await waiting({ command: 'run' });
  interrupt();
  const run = await ended;
  expect(run.result?.limits['free']).toMatchObject({ refused: refusalsOf(server) });
  expect(run.stdout.match(/the run was interrupted/g)?.length).toBeLessThanOrEqual(2);
  return run;
}

/** The service restarts while k6 waits. Half a window later Reset is still far away. */
async function withRestart(): Promise<EndedRun> {
  const { server, ended } = await waiting({}, variant('window-from-first'));
  await server.close();
  await conforming({ port: server.port, ...variant('window-from-first') });
  const run = await ended;
  expect(run.journal.match(/"kind":"start"/g)).toHaveLength(2);
  return run;
}

const SUSTAIN = { args: ['--sustain', '2'] };

/** A day with its own key, of which so many minutes are used before, and the verdict on it. */
async function dedicated(minutes: number, verdict: 'pass' | 'inconclusive'): Promise<EndedRun> {
  const env = { MAIN: 'ask_main_4Qd8sLw2', DAY: 'ask_day_Zp31xVb6' };
  const keys = Object.fromEntries(Object.values(env).map((key) => [key, 'enterprise' as const]));
  const server = await conforming({ keys, enterprise: { perMinute: 60, perDay: 120 } });
  const named = '--key enterprise=env:MAIN --daily enterprise=env:DAY';
  const args = [...named.split(' '), '--enterprise', '60/120'];
  for (let minute = 0; minute < minutes; minute += 1) {
    await times(60, () => ask(server.baseUrl, env.DAY));
    await sleep(60_000);
  }
  const run = await runLimits(server.baseUrl, { keys: {}, args, env });
  expect(run.result?.requirements).toContainEqual(expect.objectContaining({ id: 'limit.daily', verdict }));
  return { ...run, secrets: Object.values(env) };
}

/** A service without GET /pets/{petId}: a router in front of it answers there as it answers everywhere else. */
async function withoutGet(): Promise<string> {
  const change: Change = ({ request: { method, url = '' } }, response) => {
    if (method !== 'GET' || !url.startsWith('/v1/pets/')) return false;
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    return true;
  };
  return (await conforming({ change })).baseUrl;
}

/** Limiters that make an experiment take another way. */
const LIMITERS = [
  'end-of-a-minute',
  'window-token-bucket',
  'refusals-prolong',
  'spike-arrest',
  'twice-the-limit',
  'limit-with-policies',
  'no-reset-header',
  'reset-in-the-past',
  'half-of-what-it-shows',
];

const KEY_USED = /for a new window, because this key has used quota of the current one/;

/** Runs, and what must stand in their output. */
const RUNS: Readonly<Record<string, readonly [run: () => Promise<EndedRun>, ...texts: readonly RegExp[]]>> = {
  'one key serves check and limits, with a wait key-used': [() => limits({ command: 'run' }), KEY_USED],
  'an exhausted key, waited for': [exhausted, /waiting [\d.]+ s for a new window, because this key is exhausted/],
  'a key of another plan, and a right one': [
    () => limits({ keys: { free: FREE_KEY, business: PRO_KEY } }),
    /applies the limit of plan pro to the business key: the key may be of another plan/,
  ],
  'a key of a larger plan': [() => limits({ keys: { free: PRO_KEY } })],
  'a wrong key': [() => limits({ keys: { free: WRONG } }), /Check the free key: .*? It comes from \w+ \(--key\)\./],
  'another service': [
    async () => runLimits((await serve((_request, response) => response.end('{}'))).baseUrl, { keys: { free: WRONG } }),
    /It is probably another service or a mock/,
  ],
  'a silent service': [async () => runLimits((await serveRaw(() => undefined)).baseUrl, IMPATIENT), /TIMEOUT/],
  'a --window too long': [
    () => limits({ args: ['--window', '120'] }),
    /this run assumed a window of 120 s \(--window\)/,
  ],
  'a --window too short': [() => limits({ args: ['--window', '30'] })],
  'k6 is killed while it waits': [withDeadK6, /k6 was killed by SIGKILL/],
  'the service restarts while k6 waits': [withRestart, /complete limit was back .*?a restart of the service/],
  'the service stops while k6 waits': [
    async () => {
      const { server, ended } = await waiting();
      await server.close();
      return ended;
    },
  ],
  '--max-duration ends while k6 waits': [
    () => limits({ args: ['--max-duration', '70s'] }, variant('refusals-prolong')),
    /the run stopped at its time limit \(raise it with --max-duration\)/,
  ],
  'run is interrupted while k6 waits, after a wait key-used': [interrupted, KEY_USED, /stopping/, /next: run it again/],
  'GET /pets/{petId} is gone after 5 December 2030': [
    async () =>
      runLimits(await withoutGet(), { command: 'run', keys: { pro: PRO_KEY }, args: ['--today', '2030-12-06'] }),
    /PASSED/,
  ],
  ...Object.fromEntries(LIMITERS.map((id) => [id, [() => limits({}, variant(id))] as const])),
  'windows of a day': [() => limits({}, DAY)],
  'an exhausted day': [() => exhausted(DAY)],
  'no responses in the burst': [() => limits(IMPATIENT, { change: ({ number }) => number > 40 })],
  'paced requests': [() => limits(SUSTAIN)],
  'paced requests, of which each renews the counter': [
    () => limits(SUSTAIN, variant('expiry-renewed')),
    /refused 8 of 67 requests paced at the plan's rate/,
  ],
  'two plans share a counter': [
    () => limits({ keys: { free: FREE_KEY, pro: PRO_KEY }, args: ['--sustain'] }, variant('plans-share-a-counter')),
    /Two keys share one counter: Remaining was/,
  ],
  'a day with a dedicated key': [
    () => dedicated(0, 'pass'),
    /enterprise day 120 admitted \(limit 120\), 8 refused · done/,
  ],
  'a day with a dedicated key that is exhausted': [() => dedicated(2, 'inconclusive')],
};

const recordsIn = ({ journal }: EndedRun) =>
  journal.split('\n').flatMap((line, index) => (line === '' ? [] : parseRecord(line, index + 1)));

/** What each experiment sent, by phase, and what it waited for. */
function experimentsIn(run: EndedRun): string[] {
  const records = recordsIn(run);
  const closings = ofKind(records, 'experiment').map((closing) => {
    const { key, instance, planned, sent, refused, stopped } = closing;
    const before = records.slice(0, records.indexOf(closing));
    const ofProcess = before.slice(before.findLastIndex((record) => isKind(record, 'start')));
    const own = ofProcess.filter(isExchange).filter((exchange) => exchange.instance === instance);
    const inPhases = [...groupBy(own, ({ phase }) => phase)].map(([phase, { length }]) => `${length} ${phase}`);
    const unanswered = own.filter((exchange) => !isAnswered(exchange)).length;
    const all = `${sent} of ${planned} sent, ${refused} refused, ${unanswered} unanswered`;
    return `${key}: ${[all, ...inPhases, ...(stopped === undefined ? [] : [`stopped: ${stopped}`])].join(', ')}`;
  });
  const waits = ofKind(records, 'wait').map(
    ({ code, at, until }) => `${Math.round((until - at) / 100) / 10} s ${code}`,
  );
  return [...closings, ...(waits.length === 0 ? [] : [`waits ${waits.join(', ')}`])];
}

/** What is decided, why the rest is not, and how. */
function described(run: EndedRun): string {
  const { code, result } = run;
  const { requirements = [], setUp, requests } = result ?? {};
  const rowsOf = (wanted: string) => requirements.filter(({ verdict }) => verdict === wanted);
  const failed = rowsOf('fail').map(({ id, plan }) => `${id} fails for ${plan ?? 'all'}`);
  const open = rowsOf('inconclusive').flatMap(({ level, code }) => (level === 'must' ? [`open: ${code}`] : []));
  const passed = rowsOf('pass').filter(({ id }) => id.startsWith('limit.'));
  const about = [`exit ${code}`, `${requests?.sent} requests`, ...(setUp ? [`set-up: ${setUp.code}`] : [])];
  const parts = [...about, `${passed.length} limits pass`, ...failed, ...new Set(open.sort()), ...experimentsIn(run)];
  return parts.join('; ');
}

const ran: Record<string, EndedRun> = {};

it.each(Object.keys(RUNS))('limits and run give a sound result: %s', async (name) => {
  const [run, ...texts] = RUNS[name] ?? [];
  const ended = await run?.();
  if (ended === undefined) throw new TypeError(name);
  expectSound(ended, ended.code ?? -1);
  expect(ended.result?.requests.unplanned429).toBe(0);
  for (const text of texts) expect(ended.unwrapped).toMatch(text);
  ran[name] = ended;
});

it('limits and run have these results and exit codes', async () => {
  for (const [name, [run]] of Object.entries(RUNS)) ran[name] ??= await run();
  await expectLines(golden('runs.txt'), ran, described);
});

it('limits and run send no request that could store anything but the create that must be refused', async () => {
  const exchanges = recordsIn(await limits()).filter(isExchange);
  const textOf = ({ method, path, body }: Exchange['sent']) => `${method} ${path} ${body?.replace(/\d{13}/, 'NOW')}`;
  expect([...new Set(exchanges.map(({ sent }) => textOf(sent)))].sort()).toEqual([
    'GET /pets/1 undefined',
    'GET /pets/999999999999 undefined',
    'GET /pets?limit=1 undefined',
    'GET /pets?limit=100 undefined',
    'POST /pets {"name":"storecheck refused free#1 NOW","categoryId":1,"status":"available"}',
    'POST /pets {}',
  ]);
  const [create] = exchanges.filter(({ sent }) => sent.body?.includes('refused free#1'));
  expect(create).toMatchObject({ phase: 'operations', received: { status: 429 } });
});
