import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../../src/result/result.ts';
import { temporaryFolder } from '../../folder.ts';
import { resultIn } from '../../outcome/left.ts';
import { expectSchema } from '../../results-schema.ts';
import { run } from '../command.ts';
import { serve } from '../servers.ts';
import { now } from '../world.ts';

const folder = temporaryFolder();
const SECRETS = Array.from({ length: 7 }, (_, n) => `instances-key-${n + 1}-of-7`);
const keys = join(folder, 'keys.txt');
writeFileSync(keys, SECRETS.join('\n'));

/** 60 requests/s for 3 s, after half a second: 210 in all. */
const ARGS = [
  ...['--key', `enterprise=file:${keys}`],
  ...'--enterprise 3600 --subscribers enterprise=1 --active enterprise=1 --use enterprise=1'.split(' '),
  ...'--p95 1s --errors 5% --steps 100 --step-duration 3 --timeout 5'.split(' '),
];

const out = (name: string) => join(folder, name);
const SHARES = [1, 2, 3].map((one) => `share-${one}`);

const judge = async (...paths: readonly string[]) => {
  const { code, stdout, said } = await run(['report', '--judge', ...paths, '--reporter', 'json']);
  return { code, stdout, said, result: JSON.parse(stdout) as Result };
};

let merged: Awaited<ReturnType<typeof judge>>;
let shares: { code: number | null; said: string }[];
/** The keys that asked for something, in their order. */
const seen = new Set<string>();

beforeAll(async () => {
  const { baseUrl } = await serve((request, response) => {
    seen.add(request.headers.authorization?.slice('Bearer '.length) ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":7,"name":"x","categoryId":1}]');
  });
  const startAt = new Date(now() + 20_000).toISOString().replace(/\.\d+/, '');
  const all = ['capacity', '--base-url', baseUrl, ...ARGS];
  const words = (index: number) => ['--start-at', startAt, '--segments', `${index + 1}/3`];
  shares = await Promise.all(SHARES.map((name, index) => run([...all, ...words(index), '--out', out(name)])));
  merged = await judge(out('share-2'), out('share-3'), out('share-1'));
  await run([...all, '--out', out('single')]);
});

describe('three instances, each with its execution segment', () => {
  it('send together exactly what one alone sends, in the same seconds, and are judged as one', () => {
    const single = resultIn(out('single'));
    const [step] = merged.result.capacity?.steps ?? [];
    const [whole] = single.capacity?.steps ?? [];
    expect(merged.result.requests).toEqual(single.requests);
    expect(merged.result.requests).toMatchObject({ planned: 210, sent: 210, byStatus: { 200: 210 } });
    expect(step).toMatchObject({ planned: 180, sent: 180, byStatus: { 200: 180 }, rps: whole?.rps });
    expect(step?.together).toMatchObject({ instances: [1, 2, 3], of: 3, clock: 'service' });
    expect([...seen].sort()).toEqual(SECRETS);
    expect([merged.result.capacity?.verdict, merged.code], merged.said).toEqual(['fits', 0]);
    expectSchema(merged.result);
  });

  it('prove nothing alone, name the missing instances, and write no key', async () => {
    for (const [index, name] of SHARES.entries()) {
      const { code, said } = shares[index] ?? {};
      expect(code, said).toBe(3);
      expect(resultIn(out(name)).capacity?.because.join()).toMatch(/instances \d, \d of 3 are missing/);
      expect(said).toMatch(/next: +merge the folders of all 3 instances: storecheck report RUN… --judge/);
      const journal = readFileSync(join(out(name), 'exchanges.ndjson'), 'utf8');
      for (const secret of SECRETS) expect(journal).not.toContain(secret);
      expect((await judge(out(name))).stdout).toBe(readFileSync(join(out(name), 'results.json'), 'utf8'));
    }
  });
});

/** A copy of the second share whose journal was changed. */
function changed(name: string, change: (journal: string) => string): string {
  cpSync(out('share-2'), out(name), { recursive: true });
  const journal = join(out(name), 'exchanges.ndjson');
  writeFileSync(journal, change(readFileSync(journal, 'utf8')));
  return out(name);
}

describe('judge', () => {
  const late = (journal: string) => journal.replace(/"date":(\d+)/g, (_, date) => `"date":${Number(date) + 3_000}`);
  it.each([
    ['an instance is missing', () => [], 'instance 2 of 3 is missing'],
    [
      'instances began apart, by the clock of the service',
      () => [changed('late', late)],
      /the instances began up to [3-4]\.\d s apart by the service's clock/,
    ],
  ] as const)('proves nothing if %s', async (_name, second, reason) => {
    const { code, result } = await judge(out('share-1'), ...second(), out('share-3'));
    expect(code).toBe(3);
    const { because = [], steps = [] } = result.capacity ?? {};
    expect([...because, ...(steps[0]?.because ?? [])].join()).toMatch(reason);
  });

  const OTHERS = 'only instances with the same arguments can be merged';
  const other = (journal: string) => journal.replaceAll(/Z-[0-9a-f]{6}"/g, 'Z-ffffff"');
  it.each([
    ['the same twice', () => [out('share-1'), out('share-2'), out('share-1')], 'are both instance 1: remove one'],
    ['a journal of another run', () => [out('share-1'), changed('other', other)], OTHERS],
    ['a single run merged in', () => [out('share-1'), out('single')], OTHERS],
    ['two single runs', () => [out('single'), out('single')], 'are both instance 1'],
    ['a file that is not a journal', () => [out('share-1'), keys], 'is not a journal of a capacity run'],
    ['a missing folder', () => [out('share-1'), out('nowhere')], 'does not exist'],
  ] as const)('rejects %s', async (_name, paths, expected) => {
    const { code, unwrapped } = await run(['report', '--judge', ...paths()]);
    expect(code, unwrapped).toBe(2);
    expect(unwrapped).toContain(expected);
  });
});
