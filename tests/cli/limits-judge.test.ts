import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { k6Environment } from '../../src/k6/environment.ts';
import type { Reference } from '../../src/reference/index.ts';
import type { Result } from '../../src/result/result.ts';
import { LOAD_SCRIPTS } from '../built.ts';
import { temporaryFolder } from '../folder.ts';
import { realK6 } from '../k6/real-k6.ts';
import { expectSound, failedMusts, type Pushed, push, WINDOW_SECONDS } from './push.ts';
import { run } from './run.ts';
import { conforming } from './servers.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000, maxConcurrency: 12 });

/** `storecheck judge`, with the result as JSON. */
async function judge(...paths: readonly string[]) {
  const ended = await run(['judge', ...paths, '--reporter', 'json']);
  const result = ended.stdout === '' ? undefined : (JSON.parse(ended.stdout) as Result);
  const limits = result?.requirements.filter(({ id }) => id.startsWith('limit.')) ?? [];
  const ids = (verdict: string, plan = 'free') =>
    limits.filter((row) => row.verdict === verdict && row.plan === plan).map(({ id }) => id);
  return { ...ended, result, ids };
}

/** A run's folder with another journal. */
function folderWith(journal: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'exchanges.ndjson'), journal);
  return folder;
}

describe('a run that was recorded', () => {
  let limits: Pushed;
  let both: Pushed;
  beforeAll(async () => {
    const servers = await Promise.all([1, 2].map(() => conforming({ windowSeconds: WINDOW_SECONDS })));
    const [first, second] = servers as [Reference, Reference];
    const secondKeys = { free: first.secondKeys.free };
    [limits, both] = await Promise.all([
      push(first.baseUrl, { keys: { free: first.keys.free }, secondKeys }),
      push(second.baseUrl, { command: 'run', keys: { free: second.keys.free } }),
    ]);
  });

  it('is judged again with the same bytes, wherever its journal lies', async () => {
    for (const pushed of [limits, both]) {
      await expectSound(pushed, 0);
      const moved = await run(['judge', folderWith(pushed.journal), '--reporter', 'json']);
      expect(moved.stdout).toBe(readFileSync(join(pushed.out, 'results.json'), 'utf8'));
    }
  });

  it('and replaced by --write is the same file', async () => {
    const folder = folderWith(limits.journal);
    const ended = await run(['judge', folder, '--write']);
    expect(ended.code, ended.said).toBe(0);
    expect(readFileSync(join(folder, 'results.json'), 'utf8')).toBe(
      readFileSync(join(limits.out, 'results.json'), 'utf8'),
    );
  });

  it.each([0.2, 0.5, 0.9, 0.999])(
    'and cut off at %f of its journal is incomplete: what is missing does not pass',
    async (part) => {
      for (const { journal } of [limits, both]) {
        const judged = await judge(folderWith(journal.slice(0, Math.floor(journal.length * part))));
        expect(judged.code, judged.said).toBe(3);
        expect(judged.result?.run.end).toBe('cut-off');
        expect(judged.ids('fail')).toEqual([]);
        if (part < 0.9) expect(judged.ids('pass')).toEqual([]);
      }
    },
  );

  it('and lacks one line of the burst is incomplete', async () => {
    const lines = limits.journal.split('\n');
    const at = lines.findIndex((line) => line.includes('"phase":"burst"'));
    const judged = await judge(folderWith(lines.toSpliced(at + 20, 1).join('\n')));
    expect(judged.code, judged.said).toBe(3);
    expect([...judged.ids('pass'), ...judged.ids('fail')]).toEqual([]);
  });

  it.each([
    ['is not JSON', (line: string) => line.slice(0, 40), /line 30 is not JSON/],
    ['is another thing', () => '{"v":1,"kind":"joke"}', /line 30: unknown kind "joke"/],
    ['is of a later version', (line: string) => line.replace('"v":1', '"v":2'), /line 30 has version 2.*update it/],
    ['lacks its times', (line: string) => line.replace(/"at":[\d.]+,/, ''), /line 30: exchange\S* must have/],
    ['is of another run', (line: string) => line.replace(/"run":"[^"]+"/, '"run":"x"'), /belongs to run x/],
  ] as const)('and has a line in the middle that %s cannot be judged: exit 2', async (_name, damage, said) => {
    const lines = limits.journal.split('\n');
    const judged = await judge(folderWith(lines.with(29, damage(lines[29] ?? '')).join('\n')));
    expect(judged.code, judged.said).toBe(2);
    expect(judged.stderr).toMatch(said);
    expect(judged.stderr).toContain('exchanges.ndjson');
    expect(judged.stdout).toBe('');
  });

  it('is one run: another beside it is a usage error', async () => {
    const judged = await judge(limits.out, both.out);
    expect(judged.code).toBe(2);
    expect(judged.stderr).toMatch(/two runs, judge them one by one/);
  });
});

describe('journals of k6 without our driver', () => {
  const folder = temporaryFolder();
  /** Runs load/quota.ts as its header says. */
  let bare: (name: string, plan: string, key: string, env?: Readonly<Record<string, string>>) => Promise<string>;
  let server: Reference;
  let journals: Readonly<Record<'free' | 'pro' | 'again' | 'other', string>>;

  beforeAll(async () => {
    server = await conforming({ windowSeconds: WINDOW_SECONDS });
    const { path } = await realK6();
    bare = async (name, plans, key, env = {}) => {
      const cwd = join(folder, name);
      mkdirSync(cwd);
      const [plan] = plans.split(':');
      writeFileSync(join(cwd, 'keys'), `${plan}#1=${key}\n`, { mode: 0o600 });
      const settings = { BASE_URL: server.baseUrl, PLANS: plans, WINDOW_SECONDS: String(WINDOW_SECONDS), ...env };
      const variables = Object.entries(settings).flatMap(([variable, value]) => ['-e', `${variable}=${value}`]);
      const output = ['--log-format', 'raw', '--console-output', 'quota.ndjson', '--quiet'];
      await promisify(execFile)(
        path,
        ['run', '--secret-source=file=keys', ...variables, ...output, LOAD_SCRIPTS.quota],
        {
          cwd,
          env: k6Environment(process.env),
        },
      );
      return join(cwd, 'quota.ndjson');
    };
    const { keys, secondKeys } = server;
    const [free, pro, again, other] = await Promise.all([
      bare('free', 'free:60', keys.free, { RUN: 'r1' }),
      bare('pro', 'pro:300', keys.pro, { RUN: 'r1' }),
      bare('again', 'free:60', secondKeys.free, { RUN: 'r1' }),
      bare('other', 'pro:300', secondKeys.pro),
    ]);
    journals = { free, pro, again, other };
  });

  it('are judged alone', async () => {
    const judged = await judge(journals.free);
    expect(judged.code, judged.said).toBe(0);
    expect(judged.result?.run).toMatchObject({ id: 'r1', command: 'limits', end: 'complete' });
    expect(judged.ids('pass').length).toBeGreaterThan(12);
    expect(readFileSync(journals.free, 'utf8')).not.toContain(server.keys.free);
  });

  it('of one run are merged, in either order', async () => {
    const merged = await Promise.all([judge(journals.free, journals.pro), judge(journals.pro, journals.free)]);
    for (const judged of merged) {
      expect(judged.code, judged.said).toBe(0);
      expect(judged.ids('pass').length).toBeGreaterThan(12);
      expect(judged.ids('pass', 'pro').length).toBeGreaterThan(12);
      expect(Object.keys(judged.result?.limits ?? {}).sort()).toEqual(['free', 'pro']);
      const numbers = judged.result?.requests.byPlan;
      expect(numbers?.['pro']).toBeGreaterThan(300);
    }
  });

  it.each([
    ['two runs', ['free', 'other'], /the journals are of different runs \(r1, bare-k6\): judge them one by one/],
    ['two keys of one name', ['free', 'again'], /two of the journals push free#1.*a label of its own/],
    ['one of them twice', ['free', 'free'], /two of the journals push free#1/],
  ] as const)('are not taken for one where they are %s: exit 2', async (_name, names, said) => {
    const judged = await judge(...names.map((name) => journals[name]));
    expect(judged.code, judged.said).toBe(2);
    expect(judged.stderr).toMatch(said);
    expect(judged.stdout).toBe('');
  });

  it('that were cut off are incomplete, and no one else’s fault', async () => {
    const text = readFileSync(journals.free, 'utf8');
    const cut = join(temporaryFolder(), 'cut.ndjson');
    writeFileSync(cut, text.slice(0, text.length / 2));
    const judged = await judge(cut, journals.pro);
    expect(judged.code, judged.said).toBe(3);
    expect(failedMusts({ result: judged.result } as Pushed)).toEqual([]);
    expect(judged.ids('pass')).toEqual([]);
    expect(judged.ids('pass', 'pro').length).toBeGreaterThan(12);
  });

  it.each([
    ['is empty', '', /neither a head nor a start record|no head/],
    ['is no journal', 'hello\nworld\n', /line 1 is not JSON/],
    ['is cut in its first line', '{"v":1,"kind":"sta', /neither a head nor a start record|first line/],
  ])('that %s is a usage error', async (_name, text, said) => {
    const path = join(temporaryFolder(), 'quota.ndjson');
    writeFileSync(path, text);
    const judged = await judge(path);
    expect(judged.code, judged.said).toBe(2);
    expect(judged.stderr).toMatch(said);
    expect(judged.stderr).toContain(path);
  });
});
