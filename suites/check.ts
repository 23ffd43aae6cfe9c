import type { Probe } from '../src/probes/probe.ts';
import { stimuliOf } from '../src/spec/evidence.ts';
import { matchesPattern } from '../src/spec/pattern.ts';
import type { RequirementId } from '../src/spec/requirements/index.ts';

/** One requirement of a check, and the probes that may show it. */
export interface Check {
  readonly requirement: RequirementId;
  /** Probe ids, or `all` if every response may show it. */
  readonly from: readonly string[] | 'all';
}

/** The probes that the catalogue names for a requirement. */
export function checkOf(requirement: RequirementId, probes: readonly Probe[]): Check {
  const patterns = stimuliOf(requirement);
  if (patterns === undefined) return { requirement, from: 'all' };
  const ids = probes.map(({ id }) => id);
  return { requirement, from: ids.filter((id) => patterns.some((pattern) => matchesPattern(id, pattern))) };
}
