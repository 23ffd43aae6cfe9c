import type { ParamsOf } from '../finding.ts';
import { GET_FINDINGS } from './get.ts';
import { LIMIT_FINDINGS } from './limits.ts';
import { REFUSAL_FINDINGS } from './refusals.ts';

/** Every kind of finding by its code. A code without sentences, or sentences without a code, do not compile. */
export const FINDINGS = {
  ...GET_FINDINGS,
  ...LIMIT_FINDINGS,
  ...REFUSAL_FINDINGS,
} as const;

export type FindingCode = keyof typeof FINDINGS;

/** A file of another version may hold a code that this one does not know. */
export const isFindingCode = (code: string): code is FindingCode => Object.hasOwn(FINDINGS, code);

export type FindingParams<Code extends FindingCode> = ParamsOf<(typeof FINDINGS)[Code]>;
