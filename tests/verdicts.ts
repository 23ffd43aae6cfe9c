import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RequirementId } from '../src/spec/requirements/index.ts';
import { expectLines } from './golden.ts';
import { type Draft, type Given, said, verdictOn } from './trace.ts';

/** What was recorded in each case, by its name. */
type Cases = Readonly<Record<string, Given | readonly Draft[]>>;

/** Compares the verdict of each case, with its findings or its reason, with `rules/golden/NAME.txt`. */
export function verdicts(name: string, table: Partial<Record<RequirementId, Cases>>): void {
  const cases = Object.entries(table).flatMap(([requirement, given]) =>
    Object.entries(given).map(([what, one]) => [`${requirement}, ${what}`, { requirement, one }] as const),
  );
  it(`has these verdicts: ${name}`, () =>
    expectLines(join(import.meta.dirname, `rules/golden/${name}.txt`), Object.fromEntries(cases), (given) => {
      const one = 'length' in given.one ? { exchanges: given.one } : given.one;
      const verdict = verdictOn(given.requirement as RequirementId, one);
      const { code = '', reason = '', value, findings, otherCause } = verdict;
      expect(findings.length > 0).toBe(verdict.verdict === 'fail');
      expect(findings.every(({ exchanges }) => exchanges.length > 0)).toBe(true);
      const why = [
        said(verdict).replaceAll('\n', '; '),
        code,
        reason,
        value === undefined ? '' : JSON.stringify(value),
        otherCause === undefined ? '' : `unless ${otherCause.code}`,
      ];
      return [verdict.verdict, ...why.filter((text) => text !== '')].join(': ');
    }));
}
