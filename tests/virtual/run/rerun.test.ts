import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../../src/result/result.ts';
import { variantNamed } from '../../faults/variant-named.ts';
import { temporaryFolder } from '../../folder.ts';
import { resultIn } from '../../outcome/left.ts';
import { failing, limits, result, row } from '../../reporters/results.ts';
import { expectSchema } from '../../results-schema.ts';
import { check } from '../check.ts';
import { run } from '../command.ts';
import { between, conforming, type Passing } from '../servers.ts';

/** Requests/min of an enterprise contract. */
const CONTRACT = 40;

/** The folder of an earlier run of three plans, of which two failed. */
function failedRun(baseUrl: string, change: Partial<Result> = {}): string {
  const folder = join(temporaryFolder(), 'earlier');
  const given = result({ outcome: 'failed', exitCode: 1 });
  const broken = (plan: string) => row({ ...failing, id: 'limit.retry-after-present', plan });
  const earlier = result({
    ...given,
    run: { ...given.run, id: 'run-0', command: 'limits' },
    target: { ...given.target, baseUrl },
    settings: { ...given.settings, plan: 'enterprise', windowSeconds: 30 },
    requirements: [broken('free'), row({ id: 'limit.retry-after-present', plan: 'business' }), broken('enterprise')],
    limits: { free: limits(), business: limits(), enterprise: limits({ perWindow: CONTRACT }) },
    ...change,
  });
  mkdirSync(folder);
  writeFileSync(join(folder, 'results.json'), JSON.stringify(earlier));
  return folder;
}

/** Makes a check fail. */
function asText({ request, headers }: Passing): void {
  if (request.url?.includes('limit=1')) headers['content-type'] = 'text/plain';
}

const FREE = ['--key', 'free=env:FREE'];
const KEYS = [...FREE, '--key', 'business=env:BUSINESS', '--key', 'enterprise=env:ENTERPRISE'];

/** The same limits on a server that was fixed. */
async function rerunOnFixed() {
  const server = await conforming({ windowSeconds: 30, enterprisePerMinute: CONTRACT });
  const { free, business, enterprise } = server.keys;
  const env = { FREE: free, BUSINESS: business, ENTERPRISE: enterprise };
  const earlier = failedRun(server.baseUrl);
  const out = join(temporaryFolder(), 'again');
  const rerun = (...args: string[]) => run(['rerun', '--failed', earlier, ...args], { env });
  const dry = await rerun(...KEYS, '--dry-run');
  const ended = await rerun(...KEYS, '--out', out);
  const left = resultIn(out);
  const judged = await run(['judge', out, '--reporter', 'json']);
  return { dry, ended, left, judged };
}

describe('rerun --failed of limits that failed on two of three plans', () => {
  it('repeats just these plans, lists what passes now, and is incomplete all the same', async () => {
    const { dry, ended, left, judged } = await rerunOnFixed();
    for (const { unwrapped } of [dry, ended])
      expect(unwrapped).toContain('only limit.retry-after-present (free, enterprise) of run-0');
    expect(dry.code, dry.said).toBe(0);
    expect(dry.said).not.toMatch(/business/);
    expect(dry.stderr.trim().split('\n').length, dry.stderr).toBeLessThanOrEqual(8);
    // With the quotas and the window of the earlier run.
    const perWindow = Object.entries(left.limits).map(([plan, limit]) => [plan, limit.perWindow]);
    expect(perWindow).toEqual([
      ['free', 60],
      ['enterprise', CONTRACT],
    ]);
    expect(left.settings.windowSeconds).toBe(30);
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toContain('all violations are gone (2 of 2)');
    expect(ended.unwrapped).not.toContain('--only or --skip');
    const passing = ['free', 'enterprise'].map((plan) => `limit.retry-after-present (${plan})`);
    expect(left.rerun?.nowPassing).toEqual(passing);
    expect(JSON.parse(judged.stdout)).toEqual(left);
    expectSchema(left);
  });
});

it('lists an animal that was stored although it was refused, in each run on one server', async () => {
  const server = await conforming({ variants: [variantNamed('refused-stored-later')] });
  const first = await check(server.baseUrl);
  const second = await check(server.baseUrl);
  const out = join(temporaryFolder(), 'again');
  const rerun = ['rerun', '--failed', second.out, '--key', 'pro=env:KEY', '--out', out];
  const third = await run(rerun, { env: { KEY: server.keys.pro } });
  expect([first.code, second.code, third.code], third.said).toEqual([1, 1, 1]);
  for (const given of [first.result, second.result, resultIn(out)]) {
    const failed = given?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];
    expect(failed.map(({ id }) => id)).toEqual(['create.rejected-not-stored']);
    const id = failed[0]?.findings[0]?.params?.['id'];
    const found = given?.residue.filter(({ shownIn }) => shownIn !== undefined);
    expect(found).toMatchObject([{ id, probe: 'create.rejects.unknown-status' }]);
  }
});

describe('a read-only rerun of a run with writes', () => {
  it.each([
    [[], '1 not repeated: the rerun was read-only; add --allow-writes', true],
    [['--read-only'], '1 not repeated: the rerun was read-only (--read-only)', false],
  ])('%j says what it did not repeat, and how to', async (args, says, isOffered) => {
    const backend = await conforming({ variants: [variantNamed('category-above-double-refused')] });
    const server = await between(backend, ({ headers }) => delete headers['www-authenticate'] && false, '0.0.0.0');
    const named = ['--allow-writes', '--confirm-host', new URL(server.baseUrl).host];
    const first = await check(server.baseUrl, { args: named });
    expect(first.code, first.said).toBe(1);
    const out = join(temporaryFolder(), 'again');
    const env = { KEY: backend.keys.pro };
    const rerun = ['rerun', '--failed', first.out, '--key', 'pro=env:KEY'];
    const ended = await run([...rerun, ...args, '--out', out], { env });
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toContain(`INCOMPLETE: no violation is gone, 1 remains: 1 warning, ${says}.`);
    expect(ended.unwrapped).toContain('not repeated: create.int64');
    expect(ended.unwrapped).not.toContain('inconclusive: create.int64');
    const again = `next: storecheck ${rerun.join(' ')} --allow-writes exit code 3`;
    expect(ended.unwrapped.includes(again), ended.stdout).toBe(isOffered);
  });
});

describe('a rerun in a folder without the configuration of the earlier run', () => {
  const PRODUCTION = '    class: production\n';
  const NO_WRITES = '    allow: { writes: false }\n';
  it.each<[string, string[], number, string, boolean]>([
    [PRODUCTION, [], 1, 'production, as in the earlier run; read-only (as in', false],
    [NO_WRITES, [], 1, 'local; read-only (as in the earlier run;', false],
    [PRODUCTION, ['--allow-writes'], 2, 'a production host: confirm with', false],
    [PRODUCTION, ['--allow-writes', '--confirm-host', 'HOST'], 1, 'production, as in the earlier run', true],
    [NO_WRITES, ['--allow-writes'], 1, '(local)', true],
  ])('has no more permissions: %j %j', async (stated, args, code, says, isWriting) => {
    const backend = await conforming();
    const server = await between(backend, asText);
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'storecheck.yaml'), `targets:\n  it:\n    baseUrl: ${server.baseUrl}\n${stated}`);
    const first = await check(server.baseUrl, { cwd });
    expect(first.code, first.said).toBe(1);
    const before = server.seen.length;
    const given = args.map((arg) => (arg === 'HOST' ? new URL(server.baseUrl).host : arg));
    const ended = await run(['rerun', '--failed', first.out, '--key', 'pro=env:KEY', ...given], {
      env: { KEY: backend.keys.pro },
    });
    expect(ended.code, ended.said).toBe(code);
    expect(ended.unwrapped).toContain(says);
    expect(first.result?.settings.readOnly).toBe(true);
    expect(server.seen.slice(before).length > 0).toBe(code !== 2);
    expect(server.seen.slice(before).some((request) => !request.startsWith('GET '))).toBe(isWriting);
  });
});

it('a rerun on another service names both, and calls no violation gone', async () => {
  const server = await conforming({ windowSeconds: 30 });
  const before = 'http://before.test/v1';
  const earlier = failedRun(before, { run: { ...result().run, id: 'run-0' }, requirements: [failing], limits: {} });
  const out = join(temporaryFolder(), 'again');
  const words = `--key enterprise=env:KEY --enterprise-per-minute 60 --enterprise-per-day 9000 --out ${out}`;
  const { unwrapped, said } = await run(
    ['rerun', '--failed', earlier, '--base-url', server.baseUrl, ...words.split(' ')],
    { env: { KEY: server.keys.enterprise } },
  );
  expect(unwrapped, said).toContain(
    `the rerun is on ${server.baseUrl}, a different service from that of run-0 (${before})`,
  );
  expect(unwrapped).toContain(
    `INCOMPLETE: on another service (${server.baseUrl}; the earlier run: ${before}): all violations are absent (1 of 1).`,
  );
  expect(unwrapped).not.toContain('gone');
  expectSchema(resultIn(out));
});
