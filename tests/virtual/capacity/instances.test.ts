import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** 60 requests a second for 3 s, after half a second: 210 in all. */
const ARGS = [
  ...['--key', `enterprise=file:${keys}`, '--enterprise-per-minute', '3600'],
  ...['--subscribers', 'enterprise=1', '--active', 'enterprise=1', '--use', 'enterprise=1'],
  ...['--p95', '1s', '--errors', '5%', '--steps', '100', '--step-duration', '3', '--timeout', '5'],
];

const out = (name: string) => join(folder, name);
const soon = (seconds: number) => new Date(now() + seconds * 1_000).toISOString().replace(/\.\d+/, '');

/** Answers, and counts what each key asked for. */
async function counting() {
  const byKey = new Map<string, number>();
  const { baseUrl } = await serve((request, response) => {
    const key = request.headers.authorization?.slice('Bearer '.length) ?? '';
    byKey.set(key, (byKey.get(key) ?? 0) + 1);
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":7,"name":"x","categoryId":1}]');
  });
  return { baseUrl, byKey };
}

let merged: { code: number | null; said: string; result: Result };
let byKey: ReadonlyMap<string, number>;
let single: Result;
let shares: { code: number | null; said: string }[];
let alone: ReadonlyMap<string, number>;

beforeAll(async () => {
  const service = await counting();
  const all = ['capacity', '--base-url', service.baseUrl, ...ARGS, '--start-at', soon(20)];
  shares = await Promise.all(
    [1, 2, 3].map((one) => run([...all, '--segments', `${one}/3`, '--out', out(`share-${one}`)])),
  );
  byKey = new Map(service.byKey);
  const judge = ['judge', out('share-2'), out('share-3'), out('share-1'), '--reporter', 'json'];
  const { code, stdout, said } = await run(judge);
  merged = { code, said, result: JSON.parse(stdout) as Result };
  const other = await counting();
  await run(['capacity', '--base-url', other.baseUrl, ...ARGS, '--out', out('single')]);
  alone = other.byKey;
  single = resultIn(out('single'));
});

describe('three instances, each with its execution segment', () => {
  it('send together exactly what one alone sends, in the same seconds', () => {
    const [step] = merged.result.capacity?.steps ?? [];
    const [whole] = single.capacity?.steps ?? [];
    expect(merged.result.requests).toEqual(single.requests);
    expect(merged.result.requests).toMatchObject({ planned: 210, sent: 210, byStatus: { 200: 210 } });
    expect(step).toMatchObject({ planned: 180, sent: 180, byStatus: { 200: 180 }, errors: { value: 0 } });
    expect({ ...step, rps: step?.rps }).toMatchObject({ planned: whole?.planned, sent: whole?.sent, rps: whole?.rps });
    expect(step?.together).toMatchObject({ instances: [1, 2, 3], of: 3, clock: 'service' });
    expect([...byKey.values()].reduce((sum, count) => sum + count, 0)).toBe(210);
  });

  it('share no key: each gets what the busiest instance may give it', () => {
    expect([...byKey.keys()].sort()).toEqual(SECRETS);
    // Seven keys: the first instance has three of them for its 70 requests, the others two each for theirs.
    const counts = SECRETS.map((key) => byKey.get(key) ?? 0);
    expect([counts[0], counts[3], counts[6]].reduce((sum, count) => (sum ?? 0) + (count ?? 0), 0)).toBe(70);
    expect(Math.max(...counts)).toBe(35);
    expect(Math.max(...alone.values())).toBe(30);
  });

  it('are judged as one', () => {
    expect(merged.result.capacity?.verdict, merged.said).toBe('fits');
    expect(merged.code).toBe(0);
    expectSchema(merged.result);
  });

  it('prove nothing alone: the reason names the missing instances', () => {
    for (const [index, { code, said }] of shares.entries()) {
      expect(code, said).toBe(3);
      expect(resultIn(out(`share-${index + 1}`)).capacity?.because.join()).toMatch(/instances \d, \d of 3 are missing/);
      expect(said).toMatch(/next: +merge the folders of all 3 instances: storecheck judge RUN…/);
    }
  });

  it('write no key to their journals', () => {
    for (const one of [1, 2, 3]) {
      const journal = readFileSync(join(out(`share-${one}`), 'exchanges.ndjson'), 'utf8');
      for (const secret of SECRETS) expect(journal).not.toContain(secret);
    }
  });
});

/** A copy of a share whose journal was changed. */
function changed(name: string, share: number, change: (journal: string) => string): string {
  const path = out(name);
  mkdirSync(path);
  cpSync(out(`share-${share}`), path, { recursive: true });
  const journal = join(path, 'exchanges.ndjson');
  writeFileSync(journal, change(readFileSync(journal, 'utf8')));
  return path;
}

describe('judge', () => {
  it('returns the same bytes for one instance as its own run', async () => {
    const { stdout, code } = await run(['judge', out('share-2'), '--reporter', 'json']);
    expect(stdout).toBe(readFileSync(join(out('share-2'), 'results.json'), 'utf8'));
    expect(code).toBe(3);
  });

  const late = (journal: string) =>
    journal.replace(/"date":(\d+)/g, (_all, date: string) => `"date":${Number(date) + 3_000}`);

  it.each([
    ['an instance is missing', () => [], 'instance 2 of 3 is missing'],
    [
      'a journal is cut off',
      () => [changed('cut', 2, (journal) => journal.slice(0, journal.length * 0.6))],
      'instance 2: its journal has no closing record',
    ],
    [
      'instances began apart, by the clock of the service',
      () => [changed('late', 2, late)],
      /the instances began up to [3-4]\.\d s apart by the service's clock/,
    ],
  ] as const)('proves nothing if %s', async (_name, second, reason) => {
    const { code, stdout } = await run(['judge', out('share-1'), ...second(), out('share-3'), '--reporter', 'json']);
    expect(code).toBe(3);
    const { capacity } = JSON.parse(stdout) as Result;
    expect([...(capacity?.because ?? []), ...(capacity?.steps[0]?.because ?? [])].join()).toMatch(reason);
  });

  it.each([
    ['the same twice', () => [out('share-1'), out('share-2'), out('share-1')], 'are both instance 1: remove one'],
    [
      'a journal of another run',
      () => [out('share-1'), changed('other', 2, (journal) => journal.replaceAll(/Z-[0-9a-f]{6}"/g, 'Z-ffffff"'))],
      'only instances with the same arguments can be merged',
    ],
    ['a single run merged in', () => [out('share-1'), out('single')], 'only instances with the same arguments'],
    ['two single runs', () => [out('single'), out('single')], 'are both instance 1'],
    ['what is no run', () => [out('share-1'), keys], 'is not a journal of a capacity run'],
    ['what is not there', () => [out('share-1'), out('nowhere')], 'does not exist'],
  ] as const)('rejects %s', async (_name, paths, expected) => {
    const { code, unwrapped } = await run(['judge', ...paths()]);
    expect(code, unwrapped).toBe(2);
    expect(unwrapped).toContain(expected);
  });
});
