import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../../src/result/result.ts';
import { temporaryFolder } from '../../folder.ts';
import type { Pushed } from '../../outcome/pushed.ts';
import { run } from '../command.ts';
import { push } from '../push.ts';
import { conforming } from '../servers.ts';

/** `storecheck report --judge`, with the result as JSON. */
async function judge(...paths: readonly string[]) {
  const ended = await run(['report', '--judge', ...paths, '--reporter', 'json']);
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
    expect(judged.unwrapped).toMatch(/only the journals of one capacity run can be merged/);
  });
});
