import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RequirementId } from '../src/spec/requirements/catalogue.ts';
import { expectCases, expectLines } from './golden.ts';
import { recording } from './recording.ts';
import { type Draft, type Given, said, verdictOn } from './trace.ts';

/** What was recorded in each case, by its name. */
type Cases = Readonly<Record<string, Given | readonly Draft[]>>;

const fileOf = (name: string) => join(import.meta.dirname, `rules/golden/${name}.txt`);

/** Compares the verdict of each case, with its findings or its reason, with `rules/golden/NAME.txt`. */
export function verdicts(name: string, table: Partial<Record<RequirementId, Cases>>): void {
  const cases = Object.entries(table).flatMap(([requirement, given]) =>
    Object.entries(given).map(([what, one]) => [`${requirement}, ${what}`, { requirement, one }] as const),
  );
  it(`has these verdicts: ${name}`, () =>
    expectLines(fileOf(name), Object.fromEntries(cases), ({ requirement, one }) =>
      verdictText(requirement, 'length' in one ? { exchanges: one } : one),
    ));
}

/** The same for cases that stand in that file: `# REQUIREMENT: WHAT`, and what was recorded (tests/recording.ts). */
export const recordedVerdicts = (name: string): Promise<void> =>
  expectCases(fileOf(name), (text, title) => [verdictText(title.split(': ', 1).join(), recording(text))]);

function verdictText(requirement: string, given: Given): string {
  const verdict = verdictOn(requirement as RequirementId, given);
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
}
