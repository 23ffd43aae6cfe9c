import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { faults, legalVariants, limitFaults, limitVariants, type Variant } from '../../src/reference/index.ts';

const ROOT = join(import.meta.dirname, '../../src/reference');

/** The files of a catalogue that hold one unit each: they lie in its groups' folders. */
const filesOf = (catalogue: string): string[] =>
  readdirSync(join(ROOT, catalogue), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(ROOT, catalogue, name)))
    .map((file) => basename(file, '.ts'))
    .filter((name) => name !== 'index');

/** Limit variants are partly legal variants too, and stand in one file. */
const allFaults: readonly Variant[] = [...faults, ...limitFaults];
const allVariants: readonly Variant[] = [...new Set([...legalVariants, ...limitVariants])];

const catalogues: readonly (readonly [string, readonly Variant[], number])[] = [
  ['faults', allFaults, 170],
  ['variants', allVariants, 60],
];

test.each(catalogues)('%s: each file is listed once, under its own name', (folder, variants, least) => {
  expect(variants.map(({ id }) => id).toSorted()).toEqual(filesOf(folder).toSorted());
  expect(variants.length).toBeGreaterThanOrEqual(least);
});

test('ids are kebab-case and unique over both catalogues', () => {
  const ids = [...allFaults, ...allVariants].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
});

test('titles are sentences of their own', () => {
  const titles = [...allFaults, ...allVariants].map(({ title }) => title);
  expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
});
