import type { Answered, Trace } from '../src/exchange/index.ts';
import type { Probe } from '../src/probes/index.ts';
import type { Rule } from '../src/rules/rule.ts';
import type { RequirementId } from '../src/spec/requirements/index.ts';

/** One requirement, the probes whose responses are its evidence, and the rule that reads them. */
export interface Check {
  readonly requirement: RequirementId;
  /** Probe ids, or `all` if the rule judges every response. */
  readonly from: readonly string[] | 'all';
  readonly rule: Rule;
  /** Probes whose responses are evidence if they were sent: without them the check is complete. */
  readonly also?: readonly string[];
  /** Probes that make evidence possible without being evidence: animals that fill a small store, or requests with the real key. */
  readonly needs?: readonly string[];
  /** Probes with a second unusual value, and the plain versions that decide if they were refused. */
  readonly decidedBy?: Readonly<Record<string, readonly string[]>>;
  /** Reading probes of a confirmation attempt, built again. The violating request is repeated unchanged. */
  readonly again?: readonly string[];
  /** Reading probes that are sent many times at once if an attempt needs that. */
  readonly together?: readonly string[];
  /** Responses that the complete run shows not to be evidence. */
  readonly except?: (exchange: Answered, trace: Trace) => boolean;
  /** A violation takes several responses in their order: all attempts are judged together. */
  readonly series?: true;
}

/** One area of the specification: its probes in order, and its checks. */
export interface Suite {
  readonly probes: readonly Probe[];
  readonly checks: readonly Check[];
}
