import type { Witness } from '../exchange/confirmation.ts';
import { FINDINGS, type FindingCode, type FindingParams } from '../text/findings/findings.ts';
import { REASONS, type ReasonCode } from '../text/reasons.ts';
import { type Coded, reasonsFrom, type Values, worded } from '../text/template.ts';

/** One violation: its code and values, the sentences made from them, and the exchanges (by seq) that show it. */
export interface Finding {
  readonly code: FindingCode;
  readonly params: Values;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly number[];
  /** Present if only the first of two attempts shows it. */
  readonly attempt?: 1;
}

/** A typed value of a behaviour that the specification leaves open; compared between runs. */
export type ObservedValue =
  | string
  | number
  | boolean
  | null
  | readonly ObservedValue[]
  | { readonly [key: string]: ObservedValue };

/** Observed responses to an out-of-range `limit` that drift ignores, because another run on the same service may get a different one. */
export const UNCLEAR_LIMIT = {
  small: 'answered (default, clamped or unlimited: the store is too small to tell)',
  other: 'other',
} as const;

export type Reason = Coded<ReasonCode>;

/** Maximum findings of one conclusion, and of one body. */
export const MAX_FINDINGS = 5;

/** A finding with the sentences of its code. The last of the exchanges shows it. */
export function findingOf<Code extends FindingCode>(
  code: Code,
  params: FindingParams<Code>,
  ...exchanges: readonly { readonly seq: number }[]
): Finding {
  return uncheckedFinding(code, params, exchanges);
}

/** Like `findingOf`, for values that were checked elsewhere. */
export function uncheckedFinding(
  code: FindingCode,
  values: Values,
  exchanges: readonly { readonly seq: number }[],
): Finding {
  const [message, expected, actual] = FINDINGS[code];
  return { code, ...worded({ message, expected, actual }, values), exchanges: exchanges.map(({ seq }) => seq) };
}

export const because = reasonsFrom(REASONS);

/** What a confirmation attempt needs to resolve a judgement. */
export interface ConfirmationNeeds {
  /** Requests that show whether an animal exists, or whether simultaneous requests count. */
  readonly witness?: readonly Witness[];
  /** The earliest moment at which the request, sent again, proves something, in milliseconds since 1970. */
  readonly due?: number;
}

/** The result of a rule. `subjects` counts what was judged: if nothing was, the judge makes `pass` inconclusive. */
export type Conclusion =
  | { readonly verdict: 'pass'; readonly subjects: number }
  | {
      readonly verdict: 'fail';
      readonly findings: readonly Finding[];
      readonly subjects: number;
      readonly level?: 'should';
      readonly otherCause?: Reason | undefined;
    }
  | (Reason & {
      readonly verdict: 'inconclusive';
      readonly subjects?: number;
      /** Undefined if no confirmation attempt can resolve it. */
      readonly needs: ConfirmationNeeds | undefined;
    })
  | (Reason & { readonly verdict: 'not-applicable'; readonly subjects?: 0 })
  | { readonly verdict: 'observed'; readonly value: ObservedValue; readonly subjects: number };

export const pass = (subjects: number): Conclusion => ({ verdict: 'pass', subjects });
export const inconclusive = (reason: Reason, subjects = 0, needs?: ConfirmationNeeds): Conclusion => ({
  verdict: 'inconclusive',
  ...reason,
  subjects,
  needs,
});
/** @param otherCause another possible cause of the violation, which then needs a confirmation attempt */
export const fail = (findings: readonly Finding[], subjects: number, otherCause?: Reason): Conclusion => ({
  verdict: 'fail',
  findings,
  subjects,
  otherCause,
});
export const notApplicable = (reason: Reason): Conclusion => ({ verdict: 'not-applicable', ...reason });
export const observed = (value: ObservedValue, subjects: number): Conclusion => ({
  verdict: 'observed',
  value,
  subjects,
});

export const passUnless = (findings: readonly Finding[], subjects: number): Conclusion =>
  findings.length > 0 ? fail(findings, subjects) : pass(subjects);
