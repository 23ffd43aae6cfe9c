import { groupBy } from '../../exchange/journal/group.ts';
import { because, findingOf, type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import type { FindingCode, FindingParams } from '../../text/findings/index.ts';
import type { Values } from '../../text/template.ts';
import type { Evidence } from './evidence.ts';
import type { Refusal } from './reading.ts';

/** A flaw of a refusal: the code and the values of its finding. Refusals with the same flaw make one finding. */
export interface Flaw {
  readonly code: FindingCode;
  readonly params: Values;
}

/** `count` of `total` refusals is added to the values. */
export const flaw = <Code extends FindingCode>(
  code: Code,
  params: Omit<FindingParams<Code>, 'count' | 'total'>,
): Flaw => ({ code, params: { ...params } });

/** Enough refusals to show a flaw. */
export const SHOWN = 20;

/** Checks every refusal that `select` accepts, and reports each flaw with its share. */
export function eachRefusal(
  { ownRefusals }: Evidence,
  select: (refusal: Refusal) => boolean,
  flawOf: (refusal: Refusal) => Flaw | undefined,
): Outcome {
  const subjects = ownRefusals.filter(select);
  const total = subjects.length;
  if (ownRefusals.length === 0) return undecided(because('no-429'));
  if (total === 0) return undecided(because('no-refusal-shows-it', { refusals: ownRefusals.length }));
  const flawed = subjects.flatMap((refusal) => {
    const one = flawOf(refusal);
    return one === undefined ? [] : [{ ...one, refusal }];
  });
  const alike = [...groupBy(flawed, ({ code, params }) => JSON.stringify([code, params])).values()].slice(0, 5);
  const findings = alike.flatMap((same) =>
    same.slice(0, 1).map(({ code, params }) => {
      const shown = same.slice(0, SHOWN).map(({ refusal }) => refusal);
      return findingOf(code, { count: same.length, total, ...params }, shown);
    }),
  );
  return outcomeOf(findings, total);
}
