import process from 'node:process';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMIT_REQUIREMENTS } from '../../src/limiter/index.ts';
import { limitFaults, limitVariants } from '../../src/reference/index.ts';
import { type LimitRow, limitMatrix } from '../../src/run/limit-matrix.ts';
import { LOAD_SCRIPTS } from '../built.ts';
import { BUILD_TIMEOUT, realK6 } from '../k6/real-k6.ts';

let rows: LimitRow[] = [];

beforeAll(async () => {
  const k6 = await realK6();
  const { signal } = new AbortController();
  rows = await limitMatrix({ k6, script: LOAD_SCRIPTS.quota, env: process.env, signal });
}, BUILD_TIMEOUT + 280_000);

const rowOf = (id: string) => rows.find((row) => row.id === id);

/** Proven by other experiments than this one, or recorded and never judged. */
const ELSEWHERE = ['limit.sustained', 'limit.daily', 'limit.algorithm', 'limit.rejects-count', 'limit.ban'];

describe('the kill matrix of limits, with the real k6', () => {
  it('is large enough to mean something', () => {
    expect(limitFaults.length).toBeGreaterThanOrEqual(40);
    expect(limitVariants.length).toBeGreaterThanOrEqual(15);
    expect(rows).toHaveLength(limitFaults.length + limitVariants.length);
  });

  it('names only requirements that exist', () => {
    const named = limitFaults.flatMap(({ breaks, follows = [] }) => [...breaks, ...follows]);
    const known: readonly string[] = LIMIT_REQUIREMENTS;
    expect(named.filter((id) => !known.includes(id))).toEqual([]);
  });

  it.each(limitFaults.map(({ id, title }) => [id, title]))('%s (%s) is killed by just what it breaks', (id) => {
    const row = rowOf(id);
    expect(row?.failed.length).toBeGreaterThan(0);
    expect(row?.problems).toEqual([]);
  });

  it.each(limitVariants.map(({ id, title }) => [id, title]))('%s (%s) raises no false alarm', (id) => {
    expect(rowOf(id)?.problems).toEqual([]);
  });

  it('passes the server as it is in all that one experiment can prove', () => {
    expect(rowOf('window-from-first')).toMatchObject({ failed: [], inconclusive: [] });
  });

  it.each(LIMIT_REQUIREMENTS.filter((id) => !ELSEWHERE.includes(id)).map((id) => [id]))(
    '%s is shown to fail on some fault',
    (id) => {
      expect(rows.some(({ kind, failed }) => kind === 'fault' && failed.includes(id))).toBe(true);
    },
  );

  it('finds nearly every fault at the first look', () => {
    const again = rows.filter(({ attempts }) => attempts > 1).map(({ id }) => id);
    expect(again.length, again.join(', ')).toBeLessThanOrEqual(rows.length / 10);
  });
});
