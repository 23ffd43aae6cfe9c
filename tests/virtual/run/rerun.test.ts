import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../../src/result/result.ts';
import { temporaryFolder } from '../../folder.ts';
import { resultIn } from '../../outcome/left.ts';
import { failing, limits, result, row } from '../../reporters/results.ts';
import { expectSchema } from '../../results-schema.ts';
import { check } from '../check.ts';
import { type Ended, run } from '../command.ts';
import { push } from '../push.ts';
import { between, conforming } from '../servers.ts';

/** Of an enterprise contract; a busy machine pushes it within a window. */
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
    settings: { ...given.settings, plan: 'enterprise', windowSeconds: WINDOW_SECONDS },
    requirements: [broken('free'), row({ id: 'limit.retry-after-present', plan: 'business' }), broken('enterprise')],
    limits: { free: limits(), business: limits(), enterprise: limits({ perWindow: CONTRACT }) },
    ...change,
  });
  mkdirSync(folder);
  writeFileSync(join(folder, 'results.json'), JSON.stringify(earlier));
  return folder;
}

const FREE = ['--key', 'free=env:FREE'];
const KEYS = [...FREE, '--key', 'business=env:BUSINESS', '--key', 'enterprise=env:ENTERPRISE'];

/** The same limits on a server that was mended. */
async function rerunOnMended() {
  const server = await conforming({ windowSeconds: WINDOW_SECONDS, enterprisePerMinute: CONTRACT });
  const { free, business, enterprise } = server.keys;
  const env = { FREE: free, BUSINESS: business, ENTERPRISE: enterprise };
  const earlier = failedRun(server.baseUrl);
  const out = join(temporaryFolder(), 'again');
  const rerun = (...args: string[]) => run(['rerun', '--failed', earlier, ...args], { env });
  const dry = await rerun(...KEYS, '--dry-run');
  const ended = await rerun(...KEYS, '--out', out);
  const left = resultIn(out);
  const judged = await run(['judge', out, '--reporter', 'json']);
  return { rerun, dry, ended, left, judged };
}

describe('rerun --failed, of limits that failed on two plans of three', () => {
  let runs: Awaited<ReturnType<typeof rerunOnMended>>;
  beforeAll(async () => {
    runs = await rerunOnMended();
  }, 90_000);

  const namesWhatItJudges = ({ unwrapped }: Ended) =>
    expect(unwrapped).toContain('in run-0, and nothing else: limit.retry-after-present (free, enterprise)');

  it('(--dry-run) says what it judges again, on which plans', () => {
    expect(runs.dry.code, runs.dry.said).toBe(0);
    namesWhatItJudges(runs.dry);
    expect(runs.dry.said).not.toMatch(/business/);
  });

  it('pushes just these plans, by the numbers of the earlier run', () => {
    namesWhatItJudges(runs.ended);
    const { limits: pushed, settings } = runs.left;
    expect(Object.entries(pushed).map(([plan, { perWindow }]) => [plan, perWindow])).toEqual([
      ['free', 60],
      ['enterprise', CONTRACT],
    ]);
    expect(settings.windowSeconds).toBe(WINDOW_SECONDS);
  });

  it('says that what had failed passes, and is no gate all the same', () => {
    const { ended, left, judged } = runs;
    expect(ended.code, ended.said).toBe(3);
    expect(ended.unwrapped).toContain('what had failed now passes (2 of 2)');
    expect(ended.unwrapped).not.toContain('--only or --skip');
    expect(left.rerun?.nowPassing).toEqual([
      'limit.retry-after-present (free)',
      'limit.retry-after-present (enterprise)',
    ]);
    expect(JSON.parse(judged.stdout)).toEqual(left);
    expectSchema(left);
  });

  it.each<[string, string[], string[]]>([
    [
      'a key that is missing',
      FREE,
      ['no enterprise key, with which limit.retry-after-present failed: add --key enterprise=env:NAME'],
    ],
    [
      'no key at all',
      [],
      ['no free key, with which', 'no enterprise key, with which', 'or set STORE_API_KEY_ENTERPRISE'],
    ],
    ['a plan on which nothing failed', [...KEYS, '--plan', 'business'], ['nothing failed in']],
    ['another choice', [...KEYS, '--only', 'limit.*'], ['--only and --skip choose what is judged']],
  ])('with %s is exit 2: no plan is passed over', async (_name, args, says) => {
    const ended = await runs.rerun(...args);
    expect(ended.code, ended.said).toBe(2);
    for (const words of says) expect(ended.stderr).toContain(words);
    expect(ended.stderr).not.toContain('--plan');
  });
});

describe('rerun --failed', () => {
  it('of a check asks for the key of the plan that it was made with', async () => {
    const given = result();
    const earlier = failedRun('http://127.0.0.1:9/v1', {
      run: { ...given.run, command: 'check' },
      settings: { ...given.settings, plan: 'business' },
      requirements: [failing],
      limits: {},
    });
    const ended = await run(['rerun', '--failed', earlier, ...FREE], { env: { FREE: 'ask_free_123456' } });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr).toContain('no business key to check with, as before: add --key business=env:NAME');
  });

  it('of a capacity run is refused: it has no parts', async () => {
    const given = result();
    const earlier = failedRun('http://127.0.0.1:9/v1', { run: { ...given.run, command: 'capacity' } });
    const ended = await run(['rerun', '--failed', earlier, ...FREE], { env: { FREE: 'ask_free_123456' } });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr).toContain('storecheck capacity');
  });
});

describe('a run that failed says how to judge just that again', () => {
  it('of limits, with its keys, and a curl line that uses the limit up first: one request cannot show it', async () => {
    const backend = await conforming({ windowSeconds: WINDOW_SECONDS });
    const server = await between(backend, ({ status, headers }) => {
      if (status === 429) delete headers['retry-after'];
      return false;
    });
    const { code, stdout, out } = await push(server.baseUrl, { keys: { free: backend.keys.free } });
    expect(code, stdout).toBe(1);
    expect(stdout).toContain(`rerun --failed ${out} --key free=env:FIRST_FREE --window 6\n`);
    expect(stdout).toMatch(/seq 61 \| xargs .* curl -s .*STORE_API_KEY_FREE.*; curl -i /);
  });

  it('of a check, and where the key of its curl lines comes from', async () => {
    const server = await between(await conforming(), ({ request, headers }) => {
      if (request.url?.includes('limit=1')) headers['content-type'] = 'text/plain';
      return false;
    });
    const { code, stdout, out } = await check(server.baseUrl);
    expect(code, stdout).toBe(1);
    expect(stdout).toContain(`rerun --failed ${out} --key pro=env:KEY_OF_THE_TEST\n`);
    expect(stdout.match(/STORE_API_KEY is the pro key: export STORE_API_KEY="\$KEY_OF_THE_TEST"\n/g)).toHaveLength(1);
  });
});
