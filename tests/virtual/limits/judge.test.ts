import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../../src/result/result.ts';
import { temporaryFolder } from '../../folder.ts';
import type { Pushed } from '../../outcome/pushed.ts';
import { run } from '../command.ts';
import { bareK6 } from '../k6/bare.ts';
import { push } from '../push.ts';
import { conforming } from '../servers.ts';

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

describe('judge, on the journal of a run', () => {
  let limits: Pushed;
  let both: Pushed;
  beforeAll(async () => {
    const [first, second] = [await conforming(), await conforming()];
    const secondKeys = { free: first.secondKeys.free };
    limits = await push(first.baseUrl, { keys: { free: first.keys.free }, secondKeys });
    both = await push(second.baseUrl, { command: 'run', keys: { free: second.keys.free } });
  });

  it.each([0.2, 0.999])('is incomplete if the journal is cut off at %f of its length', async (part) => {
    for (const { journal } of [limits, both]) {
      const judged = await judge(folderWith(journal.slice(0, Math.floor(journal.length * part))));
      expect(judged.code, judged.said).toBe(3);
      expect(judged.result?.run.end).toBe('cut-off');
      expect(judged.ids('fail')).toEqual([]);
      if (part < 0.9) expect(judged.ids('pass')).toEqual([]);
    }
  });

  it('is incomplete if a line of the burst is missing', async () => {
    const lines = limits.journal.split('\n');
    const at = lines.findIndex((line) => line.includes('"phase":"burst"'));
    const judged = await judge(folderWith(lines.toSpliced(at + 20, 1).join('\n')));
    expect(judged.code, judged.said).toBe(3);
    expect([...judged.ids('pass'), ...judged.ids('fail')]).toEqual([]);
  });

  it('rejects two runs at once', async () => {
    const judged = await judge(limits.out, both.out);
    expect(judged.code).toBe(2);
    expect(judged.stderr).toMatch(/two runs: judge each run separately/);
  });
});

describe('judge, on journals of k6 without the driver', () => {
  let key: string;
  let free: string;
  let pro: string;

  beforeAll(async () => {
    const { baseUrl, keys } = await conforming();
    key = keys.free;
    const quota = async (plans: string, label: string, secret: string) => {
      const variables = { BASE_URL: baseUrl, PLANS: plans, RUN: 'r1' };
      const { code, journal } = await bareK6('quota', variables, { [label]: secret });
      expect(code).toBe(0);
      return journal;
    };
    free = await quota('free:60', 'free#1', keys.free);
    pro = await quota('pro:300', 'pro#1', keys.pro);
  });

  it('judges one alone', async () => {
    const judged = await judge(free);
    expect(judged.code, judged.said).toBe(0);
    expect(judged.result?.run).toMatchObject({ id: 'r1', command: 'limits', end: 'complete' });
    expect(judged.ids('pass').length).toBeGreaterThan(12);
    expect(readFileSync(free, 'utf8')).not.toContain(key);
  });

  it('merges two of one run, in either order', async () => {
    const merged = await Promise.all([judge(free, pro), judge(pro, free)]);
    for (const judged of merged) {
      expect(judged.code, judged.said).toBe(0);
      expect(judged.ids('pass').length).toBeGreaterThan(12);
      expect(judged.ids('pass', 'pro').length).toBeGreaterThan(12);
      expect(Object.keys(judged.result?.limits ?? {}).sort()).toEqual(['free', 'pro']);
      expect(judged.result?.requests.byPlan['pro']).toBeGreaterThan(300);
    }
  });
});
