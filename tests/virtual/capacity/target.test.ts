import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stateFolder } from '../../../src/ledger/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { resultIn } from '../../outcome/left.ts';
import { run } from '../command.ts';
import { between, conforming } from '../servers.ts';
import { startWorld } from '../world.ts';

const KEYS = ['business-key-one-1', 'business-key-two-2'];
const OTHER_HOST = 'store.example.com';

interface Given {
  /** Loopback is local by itself. */
  readonly targetClass?: 'staging' | 'production';
  /** Further lines of the target. */
  readonly lines?: readonly string[];
  /** Of the section `capacity`. */
  readonly pool?: string;
  /** The target's for the plan business. */
  readonly keys?: string;
}

/** A service with two business keys, and a folder whose storecheck.yaml names it: 25 requests a second at the peak. */
async function configured(given: Given = {}) {
  const { targetClass, lines = [], pool = '', keys = '[{ env: ONE }, { env: TWO }]' } = given;
  const host = targetClass === undefined ? '127.0.0.1' : OTHER_HOST;
  startWorld({ hosts: { [OTHER_HOST]: '127.0.0.1' } });
  const reference = await conforming({
    keys: Object.fromEntries(KEYS.map((key) => [key, 'business' as const])),
  });
  const { port, seen } = await between(reference, () => false);
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'pool.txt'), `${KEYS.join('\n')}\n`);
  writeFileSync(join(cwd, 'one.txt'), `${KEYS[0]}\n`);
  const twice = ['', ...KEYS, KEYS[0]];
  writeFileSync(join(cwd, 'twice.txt'), twice.join('\n'));
  writeFileSync(join(cwd, 'more.txt'), [...twice, ...KEYS].join('\n'));
  writeFileSync(join(cwd, 'key.pem'), '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n');
  const own = [
    `baseUrl: http://${host}:${port}/v1`,
    ...(targetClass === 'staging' ? ['class: staging'] : []),
    `keys: { business: ${keys} }`,
    ...lines,
  ];
  writeFileSync(
    join(cwd, 'storecheck.yaml'),
    `targets:
  it:
${own.map((line) => `    ${line}\n`).join('')}  other: { baseUrl: "http://127.0.0.1:9/v1" }
capacity:
  plans: { business: { subscribers: 3, activeAtPeak: 1, use: 0.5 } }
  mix: { list: 0.8, create: 0.2 }
  objectives: { p95: 1s, errors: 5% }
  ${pool}
`,
  );
  const env = { ONE: KEYS[0] ?? '', TWO: KEYS[1] ?? '', XDG_STATE_HOME: temporaryFolder() };
  const capacity = (...args: readonly string[]) =>
    run(['capacity', '--target', 'it', '--steps', '100', '--step-duration', '5', '--out', join(cwd, 'run'), ...args], {
      cwd,
      env,
    });
  const result = () => resultIn(join(cwd, 'run'));
  const writes = () => seen.filter((request) => !request.startsWith('GET ')).length;
  return { capacity, result, writes, seen, host: `${host}:${port}`, keysFolder: stateFolder(env) };
}

interface Booked {
  readonly entries: readonly { readonly requests: number }[];
}

const booked = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Booked).entries);

describe('capacity --target', () => {
  it('uses base URL, window, time-out and keys of the target', async () => {
    const { capacity, result, seen } = await configured({ lines: ['timeout: 3s'] });
    const ended = await capacity();
    expect(ended.said).toContain('2 business; each at most');
    const { target, capacity: answer } = result();
    expect(target).toMatchObject({ name: 'it', class: 'local' });
    expect(answer?.shares).toMatchObject([{ plan: 'business', keys: 2, perWindow: 1_000, windowSeconds: 60 }]);
    expect(result().requests.sent, ended.said).toBe(seen.length);
    expect(result().requests.unplanned429).toBe(0);
  });

  it.each([
    [
      "the pool of the section capacity goes before the target's keys",
      ['--use', 'business=0.25', '--step-duration', '20'],
      '1 business;',
    ],
    ['a flag goes before both', ['--key', 'business=file:pool.txt', '--window', '60'], '2 business;'],
  ] as const)('%s', async (_name, args, said) => {
    const { capacity, seen } = await configured({ pool: 'keys: { business: { file: one.txt } }' });
    const ended = await capacity(...args, '--dry-run');
    expect(ended.unwrapped).toContain(said);
    expect(seen).toEqual([]);
  });

  it.each([
    [['--target', 'ti'], 'has no target "ti" (did you mean it?)'],
    [['--base-url', 'http://127.0.0.1:9/v1'], '--target and --base-url name different services'],
    [['--proxy', 'not a proxy'], '--proxy must be a URL without credentials'],
    [['--proxy', 'http://127.0.0.1:9'], '--proxy: k6 never uses a proxy for the loopback address 127.0.0.1'],
    [['--key', 'business=file:twice.txt'], '--key business: line 4 repeats an earlier key: remove it'],
    [['--key', 'business=file:more.txt'], '--key business: 3 lines repeat earlier keys: remove lines 4, 5, 6'],
    [['--ca', 'key.pem'], '--ca: key.pem contains no certificate'],
    [['--ca', 'nowhere.pem'], '--ca: cannot read nowhere.pem'],
  ] as const)('%j: exit 2', async (args, problem) => {
    const { capacity, seen } = await configured();
    const ended = await capacity(...args);
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toContain(problem);
    expect(seen).toEqual([]);
  });

  it('refuses more requests than the target grants a run', async () => {
    const { capacity, seen } = await configured({ lines: ['budgets: { requestsPerRun: 100 }'] });
    const ended = await capacity();
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toMatch(/--steps: 1\d\d requests exceed the budget of 100 per run .*storecheck.yaml/);
    expect(seen).toEqual([]);
  });

  it('names variables of the target that are not set if the keys are too few', async () => {
    const { capacity } = await configured({ keys: '[{ env: ONE }, { env: THREE }]' });
    const ended = await capacity();
    expect(ended.code, ended.said).toBe(2);
    expect(ended.unwrapped).toContain('or lower --steps (not set: THREE)');
  });
});

describe('off loopback', () => {
  it.each<[NonNullable<Given['targetClass']>, readonly string[], readonly string[], number | 'any', boolean]>([
    ['staging', [], [], 'any', false],
    ['staging', [], ['--allow-writes'], 'any', true],
    ['staging', ['allow: { writes: true }'], [], 'any', true],
    ['production', [], [], 2, false],
    ['production', [], ['--allow-load', '--confirm-host', 'example.com'], 2, false],
    ['production', [], ['--allow-load', '--allow-writes', '--confirm-host', 'NAME'], 'any', true],
    ['production', [], ['--dry-run'], 0, false],
  ])('%s %j %j: exit %s', async (targetClass, lines, args, code, writes) => {
    const target = await configured({ targetClass, lines });
    const ended = await target.capacity(...args.map((arg) => (arg === 'NAME' ? target.host : arg)));
    if (code === 'any') expect(target.result().requests.sent, ended.said).toBe(target.seen.length);
    else {
      expect(ended.code, ended.said).toBe(code);
      expect(target.seen).toEqual([]);
    }
    expect(target.writes() > 0, ended.said).toBe(writes);
    expect(ended.unwrapped.includes('are sent as reads')).toBe(code !== 2 && !writes);
  });

  it('the ledger counts every key of the pool, and a key whose share of the day is used is refused', async () => {
    const { capacity, result, keysFolder, seen } = await configured({
      targetClass: 'staging',
      lines: ['budgets: { shareOfDay: 0.002 }'],
    });
    const ended = await capacity();
    const sent = result().requests.sent;
    const entries = booked(keysFolder);
    expect(entries.map((runs) => runs.length)).toEqual([1, 1]);
    expect(
      entries.flat().reduce((sum, { requests }) => sum + requests, 0),
      ended.said,
    ).toBe(sent);
    // 0.2 % of 100,000 are 200 a key; one run takes about 70 of them.
    for (const name of readdirSync(keysFolder)) {
      const path = join(keysFolder, name);
      const ledger = JSON.parse(readFileSync(path, 'utf8')) as Booked;
      writeFileSync(path, JSON.stringify({ ...ledger, entries: [{ ...ledger.entries[0], requests: 190 }] }));
    }
    const before = seen.length;
    const refused = await capacity('--out', 'again');
    expect(refused.code, refused.said).toBe(3);
    expect(refused.unwrapped).toMatch(/business#1: 190 requests in the last 24 hours .* possible from \d{4}-/);
    expect(refused.unwrapped).toContain('business#2: 190 requests');
    expect(seen.length).toBe(before);
    expect(booked(keysFolder).flat()).toHaveLength(2);
  });
});
