import type { Exchange } from '../exchange/records/exchange-record.ts';
import { because, type ConfirmationNeeds, type Finding, type Reason } from '../rules/conclusion.ts';
import type { RequirementId } from '../spec/requirements/catalogue.ts';

/** Whether one demand of the specification was met, by one exchange or by the store over time. */
export interface Judgement extends ConfirmationNeeds {
  readonly id: RequirementId;
  /** The exchange that shows it, perhaps with earlier ones. A confirmation attempt sends its request again. */
  readonly on: Exchange;
  /** What was violated; undefined if everything was as demanded. */
  readonly finding?: Finding | undefined;
  /** The part of the requirement that was judged, if every part must be (`cells` in spec/requirement.ts). */
  readonly cell?: string | undefined;
  /** Why the judgement proves nothing, whether it is a violation or not. */
  readonly doubt?: Doubt | undefined;
  /** Whether one exchange proves the violation, because no restart, gateway or other client can explain it. */
  readonly certain?: boolean;
  /** How many responses or facts were judged; 1 by default. */
  readonly subjects?: number;
  /** The level of a violation that weighs less than the requirement. */
  readonly level?: 'should';
}

export type Violation = Judgement & { readonly finding: Finding };

export const isConclusive = ({ doubt }: Judgement): boolean => doubt === undefined;
export const isViolation = (judgement: Judgement): judgement is Violation => judgement.finding !== undefined;

/**
 * Why a judgement proves nothing.
 * - `open`: the requirement cannot pass, unless later responses to the same request resolve the doubt.
 * - `explained`: something else may be the cause, or the run shows too little; the requirement can pass nevertheless.
 * - `moot`: the specification demands nothing here; the requirement does not apply if nothing else was judged.
 */
export interface Doubt {
  readonly kind: 'open' | 'explained' | 'moot';
  readonly reason: Reason;
  /** This many later responses without a violation resolve it; 1 by default. With `Infinity`, none does. */
  readonly resolvedBy?: number;
}

export const openDoubt = (reason: Reason, resolvedBy = 1): Doubt => ({ kind: 'open', reason, resolvedBy });
export const explainedDoubt = (reason: Reason): Doubt => ({ kind: 'explained', reason });
export const mootDoubt = (reason: Reason): Doubt => ({ kind: 'moot', reason });

/** Why a response without an animal proves nothing, from what is known of the animal (store/model.ts). */
export const DOUBT_BY_EXISTENCE = {
  certain: undefined,
  'too-early': openDoubt(because('existence-too-early')),
  'may-be-removed': explainedDoubt(because('may-be-removed')),
} satisfies Readonly<Record<string, Doubt | undefined>>;

/**
 * This many animals that are not found show that the service loses them. Another client or a restart may explain fewer
 * (laws.txt: two animals, one gone before the other was created).
 */
export const MIN_VANISHED = 3;

export type Judgements = ReadonlyMap<RequirementId, readonly Judgement[]>;

export type Emit = (judgement: Judgement) => void;

export type EmitOn = (id: RequirementId, finding: Finding | undefined) => void;
