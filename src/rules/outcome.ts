/** One breach: what the document says should be there, what was there, and the exchanges (by seq) that show it. */
export interface Finding {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly number[];
}

/** A typed value of a behaviour that the document leaves open; compared between runs. */
export type ObservedValue =
  | string
  | number
  | boolean
  | null
  | readonly ObservedValue[]
  | { readonly [key: string]: ObservedValue };

/** Why there is no verdict, where more than the sentence follows from it: a status, a next step, what is folded under what. */
export type ReasonCode = 'not-selected' | 'option-not-given' | 'read-only' | 'set-up' | 'k6-missing';

/** What a second look takes, besides the probes that the check names. */
export interface SecondLook {
  /** When more can be seen at the earliest, in milliseconds since 1970 by our clock. */
  readonly notBefore?: number;
  /** Whether many requests are to be under way at the same time. */
  readonly volley?: true;
  /** Probes that got no answer: those that create are sent again, too. */
  readonly lost?: readonly string[];
}

/**
 * What a rule says of the evidence it was shown. `subjects` counts what was looked at: a rule that looked at nothing
 * must not hold (the judge turns that into inconclusive). `askAgain`: one more look, after the settle time, may settle it. `suspected`: a breach that a mishap would explain, if it is seen only once.
 */
export type Outcome =
  | { readonly kind: 'holds'; readonly subjects: number }
  | {
      readonly kind: 'broken';
      readonly findings: readonly Finding[];
      readonly subjects: number;
      readonly level?: 'should';
    }
  | {
      readonly kind: 'undecided';
      readonly reason: string;
      readonly subjects?: number;
      readonly askAgain?: SecondLook;
      readonly suspected?: readonly Finding[];
    }
  | { readonly kind: 'not-applicable'; readonly reason: string; readonly code?: ReasonCode }
  | { readonly kind: 'observed'; readonly value: ObservedValue; readonly subjects: number };

export const holds = (subjects: number): Outcome => ({ kind: 'holds', subjects });
export const undecided = (reason: string, subjects = 0): Outcome => ({ kind: 'undecided', reason, subjects });
export const askAgain = (reason: string, subjects = 0, look: SecondLook = {}): Outcome => ({
  kind: 'undecided',
  reason,
  subjects,
  askAgain: look,
});
/** A breach that a mishap would explain, if it is seen only once. */
export const suspicion = (found: Finding, reason: string, subjects: number): Outcome => ({
  kind: 'undecided',
  reason,
  subjects,
  suspected: [found],
});
export const notApplicable = (reason: string, code?: ReasonCode): Outcome => ({
  kind: 'not-applicable',
  reason,
  ...(code === undefined ? {} : { code }),
});
export const observed = (value: ObservedValue, subjects: number): Outcome => ({ kind: 'observed', value, subjects });

/** Broken where there are findings, else holds. */
export function outcomeOf(findings: readonly Finding[], subjects: number): Outcome {
  return findings.length > 0 ? { kind: 'broken', findings, subjects } : holds(subjects);
}
