import type { Witness } from '../exchange/trace.ts';
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
  /** Only if the confirmation attempt does not show it. */
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

export type Reason = Coded<ReasonCode>;

/** A finding with the sentences of its code. The last of the exchanges shows it. */
export function found<Code extends FindingCode>(
  code: Code,
  params: FindingParams<Code>,
  ...exchanges: readonly { readonly seq: number }[]
): Finding {
  return findingOf(code, params, exchanges);
}

/** The same for values that were checked elsewhere. */
export function findingOf(code: FindingCode, values: Values, exchanges: readonly { readonly seq: number }[]): Finding {
  const [message, expected, actual] = FINDINGS[code];
  return { code, ...worded({ message, expected, actual }, values), exchanges: exchanges.map(({ seq }) => seq) };
}

export const because = reasonsFrom(REASONS);

/** What a confirmation attempt needs to settle something. */
export interface Attempt {
  /** Requests that show whether an animal exists, or whether simultaneous requests count. */
  readonly witness?: readonly Witness[];
  /** The earliest moment at which the request, sent again, proves something, in milliseconds since 1970. */
  readonly due?: number;
}

/** The result of a rule. `subjects` counts what was judged: if nothing was, the judge makes `holds` inconclusive. */
export type Outcome =
  | { readonly kind: 'holds'; readonly subjects: number }
  | {
      readonly kind: 'broken';
      readonly findings: readonly Finding[];
      readonly subjects: number;
      readonly level?: 'should';
      readonly otherCause?: Reason;
    }
  | (Reason & {
      readonly kind: 'undecided';
      readonly subjects?: number;
      /** Undefined if none can settle it. */
      readonly attempt: Attempt | undefined;
    })
  | (Reason & { readonly kind: 'not-applicable'; readonly subjects?: 0 })
  | { readonly kind: 'observed'; readonly value: ObservedValue; readonly subjects: number };

export const holds = (subjects: number): Outcome => ({ kind: 'holds', subjects });
export const undecided = (reason: Reason, subjects = 0, attempt?: Attempt): Outcome => ({
  kind: 'undecided',
  ...reason,
  subjects,
  attempt,
});
export const brokenUnless = (otherCause: Reason, finding: Finding, subjects: number): Outcome => ({
  kind: 'broken',
  findings: [finding],
  subjects,
  otherCause,
});
export const notApplicable = (reason: Reason): Outcome => ({ kind: 'not-applicable', ...reason });
export const observed = (value: ObservedValue, subjects: number): Outcome => ({ kind: 'observed', value, subjects });

export function outcomeOf(findings: readonly Finding[], subjects: number): Outcome {
  return findings.length > 0 ? { kind: 'broken', findings, subjects } : holds(subjects);
}
