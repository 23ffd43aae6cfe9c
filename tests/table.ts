import { describe, expect, it } from 'vitest';
import type { VerdictKind } from '../src/judge/verdict.ts';
import type { RequirementId } from '../src/spec/requirements/index.ts';
import { type Draft, type Given, said, verdictOn } from './trace.ts';

/** A case, what was recorded, the verdict that must come out, and optionally a code or words of its findings or reason. */
export type Row = readonly [
  name: string,
  given: Given | readonly Draft[],
  verdict: VerdictKind,
  words?: string | RegExp,
];

/** One test for each row; a `fail` must be a fail with findings, everything else must have none. */
export function rows(requirement: RequirementId, table: readonly Row[]): void {
  describe(requirement, () => {
    it.each(table.map((row) => [row[0], row[2], row] as const))('%s: %s', (_name, kind, [, given, , words]) => {
      const verdict = verdictOn(requirement, Array.isArray(given) ? { exchanges: given } : (given as Given));
      const text = `${said(verdict)}${verdict.code ?? ''}: ${verdict.reason ?? ''}${verdict.value === undefined ? '' : JSON.stringify(verdict.value)}`;
      expect({ verdict: verdict.verdict, text: verdict.verdict === kind ? '' : text }).toEqual({
        verdict: kind,
        text: '',
      });
      if (words !== undefined) expect(text).toMatch(words);
      if (kind === 'fail') expect(verdict.findings.every(({ exchanges }) => exchanges.length > 0)).toBe(true);
    });
  });
}
