import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classOf } from '../../../src/config/target-class.ts';
import { ledgerFile, readLedger } from '../../../src/ledger/ledger.ts';
import { capacitySection } from '../../support/capacity-section.ts';
import { temporaryFolder } from '../../support/files.ts';
import { golden, testAnswers } from '../../support/golden.ts';
import { type Ended, FREE_KEY, left, PRO_KEY } from '../../support/runs.ts';
import type { Change } from '../../support/servers.ts';
import { expectSession } from '../session.ts';
import { run, start } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';
import { sleep, world } from '../world.ts';

type Class = 'local' | 'staging' | 'production';

/** 30 requests/min at the peak. */
const CAPACITY = capacitySection(
  { free: [1, 0.5] },
  { mix: { list: 0.5, create: 0.5 }, objectives: { p50: '2s', errors: '50%' } },
);

interface Given {
  /** Further lines of the target. */
  readonly lines?: string;
  readonly seed?: number;
  readonly change?: Change;
}

/** A service in a class, what it receives, and a folder that names it a target. */
async function target(kind: Class, { lines = '', seed = 25, change }: Given = {}) {
  const { baseUrl: local, seen } = await conforming({ seed, change });
  const baseUrl = kind === 'local' ? local : local.replace('127.0.0.1', '0.0.0.0');
  const stated = kind === 'staging' ? '    class: staging\n' : '';
  const text = `targets:\n  it:\n    baseUrl: ${baseUrl}\n${stated}    keys: { free: { env: KEY } }\n${lines}${CAPACITY}`;
  const cwd = temporaryFolder({ 'storecheck.yaml': text });
  const options = { cwd, env: { KEY: FREE_KEY, XDG_STATE_HOME: temporaryFolder() } };
  return {
    host: new URL(baseUrl).host,
    seen,
    options,
    writes: () => seen.filter((request) => !request.startsWith('GET ')),
    call: (words: string) => run(words.split(' '), options),
    start: (words: string) => start(words.split(' '), options),
    ledger: () => [...readLedger(ledgerFile(options.env), world().clock.now()).records.values()],
  };
}

/** A question is a command, the class of its target, what that allows, and a text in the output. */
describe('this command on this target exits like this, and the service receives requests, writes or load', () =>
  testAnswers(golden('guard.txt'), async (question) => {
    const [, words = '', kind, allow = '', says = ''] =
      /^(.+) on (\w+)(?: that allows (.+?))?(?: says (.+))?$/.exec(question) ?? [];
    let ofK6 = 0;
    const change: Change = ({ request }) => {
      if (request.headers['user-agent']?.includes('conformance check') === false) ofK6 += 1;
    };
    const lines = allow && `    allow: ${allow}\n`;
    const { host, call, seen, writes } = await target(kind as Class, { lines, change });
    const measured = words.startsWith('capacity') ? ' --target it --steps 100 --step-duration 30' : '';
    const ended = await call(`${words.replace('NAME', host)}${measured} --reporter terminal`);
    expect(ended.unwrapped, question).toContain(says);
    // Fewer are those of first contact.
    const kinds = { requests: seen.length > 0, writes: writes().length > 0, load: ofK6 > 8 };
    const received = Object.entries(kinds).flatMap(([what, is]) => (is ? what : []));
    return `exit ${ended.code}; ${received.join(', ') || '-'}`;
  }));

it.each([
  ['local', ['localhost', '127.1', '127.0.0.1']],
  ['production', ['127.0.0.1.example.com', 'localhost.example.com', '0.0.0.0', '10.0.0.1', '128.0.0.1']],
])('the class of a host is %s for %j', (expected, hosts) => {
  expect(hosts.map((host) => classOf(new URL(`http://${host}:1/v1`)))).toEqual(hosts.map(() => expected));
});

it.each([
  ['    class: production\n', 'production; read-only without --allow-writes'],
  ['    allow: { writes: false }\n', 'read-only (storecheck.yaml:5:14 targets.it.allow.writes: false)'],
])('the class and `allow` of a target hold for another spelling of its URL: %j', async (lines, says) => {
  const { host, call, seen, writes } = await target('local', { lines });
  const ended = await call(`check --base-url http://LOCALHOST:${host.split(':')[1]}/v1/ --key free=env:KEY`);
  expect(ended.unwrapped).toContain(says);
  expect([seen.length > 0, writes()]).toEqual([true, []]);
});

it.each([
  [25, 0, 'passed, read-only\n'],
  [0, 3, 'incomplete\n'],
])('a read-only check of %i animals says so, and what it judges: exit %i', async (seed, exitCode, outcome) => {
  const { call, options, seen } = await target('production', { seed });
  const { code, unwrapped } = await call('check --out run --verbose');
  const [, judged, all] = /read-only without --allow-writes: the check judges (\d+) of (\d+) req/.exec(unwrapped) ?? [];
  // On an empty store, some requests are not needed.
  expect(unwrapped.includes(`about ${seen.length} requests`)).toBe(seed > 0);
  expect(unwrapped).toMatch(/Skipped \(\d+\) .*read-only run: nothing is created/);
  const { result } = left(join(options.cwd, 'run'));
  expect(result).toMatchObject({ target: { class: 'production' }, settings: { readOnly: true }, residue: [] });
  const rows = result?.requirements ?? [];
  const applicable = rows.filter((row) => row.code !== 'read-only' && row.code !== 'key-not-in-url');
  expect([applicable.length, rows.length]).toEqual([Number(judged), Number(all)]);
  expect(rows.filter(({ id, verdict }) => id.startsWith('create.') && verdict !== 'not-applicable')).toEqual([]);
  expect(code).toBe(exitCode);
  expect((await call('report run --quiet')).stdout).toBe(outcome);
});

it.each<[Class, boolean]>([
  ['production', false],
  ['staging', true],
])('the key in a URL on %s: sent %s, and then the run is not partial', async (kind, isSent) => {
  const { call, seen, options } = await target(kind);
  const dry = await call('check --dry-run');
  await call('check --out run');
  const isPlanned = dry.stdout.includes('the key only in the query');
  expect([isPlanned, seen.some((one) => one.includes(FREE_KEY))]).toEqual([isSent, isSent]);
  const { requirements = [], settings } = left(join(options.cwd, 'run')).result ?? {};
  expect(requirements.find(({ id }) => id === 'auth.query-key')).toMatchObject(
    isSent ? { verdict: 'pass' } : { verdict: 'not-applicable', code: 'key-not-in-url' },
  );
  expect(settings?.partial).toBe(false);
});

it.each<Class>(['staging', 'local'])('a second run on a key is refused at the same time (%s)', async (kind) => {
  const service = await target(kind);
  const first = service.start('limits');
  await sleep(20_000);
  const before = service.seen.length;
  expect(before).toBeGreaterThan(60);
  // Two attempts, each with at most 8 refusals; nothing is counted for a local service.
  expect(service.ledger().map(({ user }) => user?.refusals)).toEqual([kind === 'local' ? 0 : 16]);
  const second = await service.call('limits');
  expect([second.code, service.seen.length], second.said).toEqual([3, before]);
  expect(second.unwrapped).toMatch(/run \d{8}T\d{6}Z-\w+ \(process \d+ on .*\) uses this key: wait until/);
  expect((await service.call('check')).code).toBe(3);
  expect((await first.ended).unwrapped).toContain('60 admitted by the end of the burst (limit 60)');
  expect(service.ledger()).toHaveLength(kind === 'local' ? 0 : 1);
});

it('the ledger has an entry for each key of capacity, with what was sent with it', async () => {
  const { call, seen, ledger, options } = await target('staging');
  writeFileSync(join(options.cwd, 'keys.txt'), `${FREE_KEY}\nanother-key-of-free\n`);
  await call('capacity --target it --key free=file:keys.txt --steps 100 --step-duration 30 --reporter terminal');
  const sent = ledger().map(({ entries }) => entries.reduce((sum, { requests }) => sum + requests, 0));
  expect(sent).toHaveLength(2);
  expect(Math.min(...sent)).toBeGreaterThan(0);
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(seen.length);
});

const DAY = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0' };
const USED = 'the daily limit is exhausted';
const BANNED = 'this key may be banned .*still refused after Retry-After; possible from';
it.each([
  ['check', { ...DAY, 'retry-after': '28016' }, 'names', `${USED} \\(429, Retry-After 28016\\); possible from`, 28_016],
  ['check', { 'retry-after': '28016' }, 'omits', 'the service refuses this key for longer than a window', 28_016],
  ['check', { 'retry-after': '30' }, 'omits', BANNED, 86_400],
  ['limits', { ...DAY, 'retry-after': '28016' }, 'omits', USED, 28_016],
])(
  'a key that the service refuses is blocked as long as it says: %s with %j, and the run %s the day',
  async (command, headers, names, says, seconds) => {
    const { call } = await target('staging', {
      lines: '    budgets: { shareOfDay: 1 }\n',
      change: (passing) => {
        if (passing.number < 5 || passing.status === 401) return;
        Object.assign(passing, { status: 429, body: '{"code":"rate_limited","message":"Too many."}' });
        Object.assign(passing.headers, headers);
      },
    });
    const ended = await call(`${command} --reporter terminal`);
    expect(ended.unwrapped.includes(USED)).toBe(names === 'names');
    for (const later of [0, seconds - 300]) {
      await sleep(later * 1_000);
      expect((await call('check --dry-run')).unwrapped).toMatch(new RegExp(`free#1: ${says}`));
    }
    await sleep(360_000);
    expect((await call('check --dry-run')).unwrapped).not.toContain('storecheck would refuse this run:');
  },
);

it('a check that stops at its second 429 blocks no key that was served in between', async () => {
  const { call } = await target('staging', {
    lines: '    budgets: { shareOfDay: 1 }\n',
    change: (passing) => {
      if (passing.number === 5 || passing.number === 20) passing.status = 429;
    },
  });
  expect((await call('check')).said).toContain('the run stopped at its second unexpected 429');
  expect((await call('check --dry-run')).unwrapped).not.toContain('storecheck would refuse this run:');
});

/** Targets that do not exist: a run that is not refused ends with exit 3. */
const TARGETS = `targets:
  local: { baseUrl: "http://127.0.0.1:9/v1", keys: &free { free: { env: FREE } } }
  all: { baseUrl: "http://127.0.0.1:10/v1", keys: { free: { env: FREE }, pro: { env: PRO }, business: { env: BUSINESS } } }
  production: { baseUrl: "https://service.invalid/v1", keys: *free }
  writing: { baseUrl: "https://service.invalid/v2", keys: *free, allow: { writes: true } }
  plain: { baseUrl: "http://plain.invalid/v1", class: staging, keys: *free }
  forbidden: { baseUrl: "http://127.0.0.1:11/v1", keys: *free, allow: { writes: false, load: false } }
  budget-20: { baseUrl: "https://a.invalid/v1", class: staging, keys: *free, budgets: { requestsPerRun: 20 } }
`;

const env = { FREE: FREE_KEY, PRO: PRO_KEY, BUSINESS: 'ask_business_1', DAILY: 'ask_free_day', SECOND: 'ask_free_2' };

const estimateOf = ({ stderr }: Ended) => stderr.slice(0, stderr.indexOf('\n\n')).split('\n');

it('a run says what it costs and what it would need, on loopback in at most 9 lines; a refused run sends nothing', async () => {
  await expectSession(golden('estimates.txt'), {
    env,
    files: { 'storecheck.yaml': TARGETS },
    show: ({ stdout, stderr }) =>
      (stderr + (/Without --dry-run.*/s.exec(stdout)?.[0] ?? '')).replaceAll(/(judges) \d+ of \d+/g, '$1 NN of NNN'),
    after: (ended, words) => {
      const isShort = /--target (local|all)(?!.*(verbose|max-duration \d+s?( |$)))/.test(words.join(' '));
      const lines = isShort ? estimateOf(ended).length : 0;
      expect(lines, words.join(' ')).toBeLessThanOrEqual(9);
      expect([0, 2], words.join(' ')).toContain(ended.code);
    },
  });
});
