import { AUTH_FINDINGS } from './auth.ts';
import { BODY_FINDINGS } from './body.ts';
import { CREATE_FINDINGS } from './create.ts';
import type { FindingText, ParamsOf } from './finding.ts';
import { GET_FINDINGS } from './get.ts';
import { CAPACITY_FINDINGS, LIMIT_FINDINGS, REFUSAL_FINDINGS } from './limits.ts';
import { LIST_FINDINGS } from './list.ts';
import { RATE_FINDINGS } from './rate.ts';

/** Every kind of finding by its code. A code without sentences, or sentences without a code, do not compile. */
export const FINDINGS = {
  ...AUTH_FINDINGS,
  ...BODY_FINDINGS,
  ...CAPACITY_FINDINGS,
  ...CREATE_FINDINGS,
  ...GET_FINDINGS,
  ...LIMIT_FINDINGS,
  ...LIST_FINDINGS,
  ...RATE_FINDINGS,
  ...REFUSAL_FINDINGS,
} as const;

export type FindingCode = keyof typeof FINDINGS;

/** The sentences of a code; undefined for a code of another version. */
export function findingText(code = ''): FindingText | undefined {
  return Object.hasOwn(FINDINGS, code) ? FINDINGS[code as FindingCode] : undefined;
}

export type FindingParams<Code extends FindingCode> = ParamsOf<(typeof FINDINGS)[Code]>;
