import { because } from '../../rules/outcome.ts';
import { nested, type Value } from '../../text/template.ts';
import type { Evidence } from './evidence.ts';
import { drawn } from './exhaustion.ts';
import type { Refusal } from './reading.ts';

/**
 * Why a key was refused after its announced wait, as the value of a finding. Within a window of our first request, wrong headers are enough
 * to explain it: then the list is empty.
 */
export function likelyCause(evidence: Evidence, { sent }: Refusal): Value {
  const [first] = drawn(evidence);
  if (first === undefined || sent < first.received + evidence.windowMs) return [];
  return nested(because('wait-restarts', { window: evidence.experiment.windowSeconds }));
}
