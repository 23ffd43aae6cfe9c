import { CHECK_FINDINGS } from './checks.ts';
import type { FindingText, ParamsOf } from './finding.ts';
import { LIMIT_FINDINGS } from './limits.ts';
import { RATE_FINDINGS } from './rate.ts';

/** Every kind of finding by its code. A code without sentences, or sentences without a code, do not compile. */
export const FINDINGS = {
  ...CHECK_FINDINGS,
  ...LIMIT_FINDINGS,
  ...RATE_FINDINGS,
} as const;

export type FindingCode = keyof typeof FINDINGS;

/** The sentences of a code; undefined for a code of another version. */
export function findingText(code = ''): FindingText | undefined {
  return Object.hasOwn(FINDINGS, code) ? FINDINGS[code as FindingCode] : undefined;
}

export type FindingParams<Code extends FindingCode> = ParamsOf<(typeof FINDINGS)[Code]>;
