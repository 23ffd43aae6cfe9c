import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  exploredFaults,
  faults,
  legalVariants,
  limitFaults,
  limitVariants,
  type Variant,
} from '../../src/reference/index.ts';
import { REQUIREMENTS } from '../../src/spec/requirements/index.ts';

const ROOT = join(import.meta.dirname, '../../src/reference');

const allFaults = [...faults, ...exploredFaults, ...limitFaults];
/** Some legal variants also run against the limit experiment. */
const allVariants = [...new Set([...legalVariants, ...limitVariants])];

/** The files of a catalogue that hold a table. */
const topicsOf = (catalogue: string): string[] =>
  readdirSync(join(ROOT, catalogue), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !['index.ts', 'clauses.ts'].includes(name),
  );

const tablesOf = async (catalogue: string, topic: string): Promise<(readonly Variant[])[]> =>
  Object.values((await import(join(ROOT, catalogue, topic))) as Record<string, readonly Variant[]>);

/** Topics with fewer than 8 entries, because the topic has no more. */
const SMALL = ['error/disclosure.ts', 'robust/connections.ts'];

describe.each<readonly [string, readonly Variant[], number]>([
  ['faults', allFaults, 450],
  ['variants', allVariants, 110],
])('%s', (catalogue, variants, least) => {
  test.each(topicsOf(catalogue))('%s exports one table of 8 to 25 entries', async (topic) => {
    const tables = await tablesOf(catalogue, topic);
    expect(tables).toHaveLength(1);
    const [table = []] = tables;
    expect(table.length).toBeGreaterThanOrEqual(SMALL.includes(topic) ? 5 : 8);
    expect(table.length).toBeLessThanOrEqual(25);
  });

  test('lists each entry of each topic once', async () => {
    const tables = await Promise.all(topicsOf(catalogue).map((topic) => tablesOf(catalogue, topic)));
    const ids = tables.flat(2).map(({ id }) => id);
    expect(variants.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(variants.length).toBeGreaterThanOrEqual(least);
  });
});

test('ids are in kebab case and unique in both catalogues', () => {
  const ids = [...allFaults, ...allVariants].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
});

test('titles are unique in both catalogues', () => {
  const titles = [...allFaults, ...allVariants].map(({ title }) => title);
  expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
});

test('each fault names requirements that exist, once', () => {
  const ids: readonly string[] = REQUIREMENTS.map(({ id }) => id);
  for (const { id, breaks, follows = [] } of [...faults, ...limitFaults]) {
    const named = [...breaks, ...follows];
    expect(breaks, id).not.toEqual([]);
    expect(named, id).toEqual([...new Set(named)]);
  }
  expect(
    allFaults.flatMap(({ breaks, follows = [] }) => [...breaks, ...follows]).filter((one) => !ids.includes(one)),
  ).toEqual([]);
});
