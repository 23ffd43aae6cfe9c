import { expect, test } from 'vitest';
import { REQUIREMENTS } from '../../src/spec/requirements/catalogue.ts';
import { exploredFaults, faults, legalVariants, limitFaults, limitVariants } from './index.ts';
import type { VariantRow } from './table.ts';

const allFaults = [...faults, ...exploredFaults, ...limitFaults];

// knip finds a table that no catalogue lists.
test('ids, in kebab case, and titles of faults and variants are unique; faults name judged requirements, once', () => {
  /** Some legal variants also run against the limit experiment. */
  const all: readonly VariantRow[] = [...allFaults, ...new Set([...legalVariants, ...limitVariants])];
  for (const { id } of all) expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
  const repeated = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);
  expect(repeated(all.map(({ id }) => id))).toEqual([]);
  expect(repeated(all.map(({ title }) => title))).toEqual([]);
  const judged: readonly string[] = REQUIREMENTS.filter(({ level }) => level !== 'observe').map(({ id }) => id);
  for (const { id, breaks, follows = [] } of allFaults) {
    const named = [...breaks, ...follows];
    expect(judged, id).toEqual(expect.arrayContaining(named));
    if (!exploredFaults.some((fault) => fault.id === id)) expect(breaks, id).not.toEqual([]);
    expect(named, id).toEqual([...new Set(named)]);
  }
});
