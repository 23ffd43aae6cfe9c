import { CHECK_FINDINGS } from './checks.ts';
import type { ParamsOf } from './finding.ts';
import { LIMIT_FINDINGS } from './limit-findings.ts';
import { RATE_FINDINGS } from './rate-findings.ts';

/** Every kind of finding by its code. A code without sentences, or sentences without a code, do not compile. */
export const FINDINGS = {
  ...CHECK_FINDINGS,
  ...LIMIT_FINDINGS,
  ...RATE_FINDINGS,
} as const;

export type FindingCode = keyof typeof FINDINGS;

export type FindingParams<Code extends FindingCode> = ParamsOf<(typeof FINDINGS)[Code]>;
