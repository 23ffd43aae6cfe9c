import { isFailingProblem } from '../../judge/gate/gate.ts';
import type { Result } from '../result.ts';
import { rowName } from '../row-name.ts';

/** Something that concerns the gate and is not a requirement: a waiver to be fixed, or an open behaviour that has changed. */
export type GateProblem = { readonly fails: boolean } & (
  | ({ readonly kind: 'waiver' } & NonNullable<Result['waiverProblems']>[number])
  | ({ readonly kind: 'drift'; readonly name: string } & NonNullable<Result['drift']>[number])
);

export function gateProblems({ waiverProblems = [], drift = [], settings, setUp }: Result): GateProblem[] {
  const failsOnDrift = settings.failOn.includes('drift');
  return [
    // After a mistake in the set-up nothing is known about the service, so nothing about the waivers either.
    ...waiverProblems.map((one) => ({
      kind: 'waiver' as const,
      fails: setUp === undefined && isFailingProblem(one, settings.failOn),
      ...one,
    })),
    ...drift.map((one) => ({ kind: 'drift' as const, fails: failsOnDrift, name: rowName(one), ...one })),
  ];
}
