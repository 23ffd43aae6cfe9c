import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

test.each<readonly [string, readonly Variant[]]>([
  ['faults', allFaults],
  ['variants', allVariants],
])('%s has one table of 7 to 25 entries in each topic, and lists them all', async (catalogue, variants) => {
  const tables = await Promise.all(topicsOf(catalogue).map((topic) => tablesOf(catalogue, topic)));
  for (const table of tables.flat()) expect([table[0]?.id, table.length >= 7 && table.length <= 25]).toContain(true);
  expect(tables.flat()).toHaveLength(tables.length);
  expect(variants.map(({ id }) => id).toSorted()).toEqual(
    tables
      .flat(2)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('ids, in kebab case, and titles are unique in both catalogues', () => {
  const all = [...allFaults, ...allVariants];
  for (const { id } of all) expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
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
