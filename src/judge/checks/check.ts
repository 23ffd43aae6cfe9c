import type { Answered, Trace } from '../../exchange/index.ts';
import type { Probe } from '../../probes/index.ts';
import type { Rule } from '../../rules/rule.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';

/** One requirement, the probes whose answers are its evidence, and the rule that reads them. */
export interface Check {
  readonly requirement: RequirementId;
  /** Probe ids, or `all` for what is judged over every response, whichever probe provoked it. */
  readonly from: readonly string[] | 'all';
  readonly rule: Rule;
  /** Probes whose answers are evidence, too, if there are any: without them the check is complete. */
  readonly also?: readonly string[];
  /** Probes that are no evidence themselves but make some possible: animals that fill a store which is too small. */
  readonly needs?: readonly string[];
  /** A probe that carries a second peculiarity to save a request, and the plain versions that decide where it was refused. */
  readonly decidedBy?: Readonly<Record<string, readonly string[]>>;
  /** Reading probes of a confirmation attempt, built from what is known by then; the request that showed a violation is sent again by itself. */
  readonly again?: readonly string[];
  /** Reading probes that are sent many times at once if an attempt needs that. */
  readonly together?: readonly string[];
  /** Responses that the complete run shows to be no evidence. */
  readonly except?: (exchange: Answered, trace: Trace) => boolean;
  /** The rule compares responses in the order in which they came: a violation takes several of them, and all attempts are one. */
  readonly series?: true;
}

/** One area of the document: what is sent, in order, and what is judged. */
export interface Suite {
  readonly area: string;
  readonly probes: readonly Probe[];
  readonly checks: readonly Check[];
}
