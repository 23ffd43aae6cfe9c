import { because, type Finding, type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import type { Evidence } from './evidence.ts';
import type { Refusal } from './reading.ts';

/** The number of refusals that show one flaw. */
export interface Share {
  readonly count: number;
  readonly total: number;
}

/** A flaw of a refusal. Refusals with the same key make one finding. */
export interface Flaw {
  readonly key: string;
  readonly found: (share: Share, ...shown: readonly Refusal[]) => Finding;
}

/** Enough refusals to show a flaw. */
export const SHOWN = 20;

/** Checks every refusal that `select` accepts, and reports each flaw with its share. */
export function eachRefusal(
  { ownRefusals, experiment }: Evidence,
  select: (refusal: Refusal) => boolean,
  flawOf: (refusal: Refusal) => Flaw | undefined,
): Outcome {
  const subjects = ownRefusals.filter(select);
  const total = subjects.length;
  if (ownRefusals.length === 0) return undecided(because('no-429'));
  if (total === 0) return undecided(because('no-refusal-shows-it', { refusals: ownRefusals.length }));
  const alike = new Map<string, { flaw: Flaw; refusals: Refusal[] }>();
  for (const refusal of subjects) {
    const flaw = flawOf(refusal);
    if (flaw === undefined) continue;
    const group = alike.get(flaw.key) ?? { flaw, refusals: [] };
    group.refusals.push(refusal);
    alike.set(flaw.key, group);
  }
  if (alike.size === 0 && !experiment.complete) return undecided(because('experiment-incomplete'), total);
  const findings = [...alike.values()]
    .slice(0, 5)
    .map(({ flaw, refusals }) => flaw.found({ count: refusals.length, total }, ...refusals.slice(0, SHOWN)));
  return outcomeOf(findings, total);
}
