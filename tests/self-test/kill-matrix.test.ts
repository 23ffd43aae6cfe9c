import { beforeAll, describe, expect, it } from 'vitest';
import { faults, legalVariants } from '../../src/reference/index.ts';
import { killMatrix, type Row } from '../../src/run/self-test.ts';
import { REQUIREMENTS } from '../../src/spec/requirements/index.ts';

let rows: Row[] = [];

beforeAll(async () => {
  rows = await killMatrix(() => undefined, new AbortController().signal);
}, 280_000);

const rowOf = (id: string) => rows.find((row) => row.id === id);

describe('the kill matrix', () => {
  it('is large enough to mean something', () => {
    expect(faults.length).toBeGreaterThanOrEqual(120);
    expect(legalVariants.length).toBeGreaterThanOrEqual(35);
    expect(rows).toHaveLength(faults.length + legalVariants.length);
  });

  it.each(faults.map(({ id, title }) => [id, title]))('%s (%s) is killed by just the requirements it breaks', (id) => {
    const row = rowOf(id);
    expect(row?.failed.length).toBeGreaterThan(0);
    expect(row?.problems).toEqual([]);
  });

  it.each(legalVariants.map(({ id, title }) => [id, title]))('%s (%s) raises no false alarm', (id) => {
    expect(rowOf(id)?.problems).toEqual([]);
  });

  // Limits have a matrix of their own: limits.test.ts; capacity is measured: tests/capacity.
  const judgedHere = REQUIREMENTS.filter(({ id, level }) => level !== 'observe' && !/^(limit|capacity)\./.test(id));

  it.each(judgedHere.map(({ id }) => [id]))('%s is shown to fail on some fault', (id) => {
    expect(rows.some(({ kind, failed }) => kind === 'fault' && failed.includes(id))).toBe(true);
  });
});
