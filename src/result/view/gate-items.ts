import { isFailingProblem } from '../../judge/gate/gate.ts';
import type { Result } from '../result.ts';
import { rowName } from '../status.ts';
import { driftText } from './observed-values.ts';

/** How to fix a waiver. */
const FIXES = {
  expired: 'fix the service and remove the waiver, or set a new date',
  unused: 'run again, and remove it if it is still unused',
  'no-such-requirement': 'correct the id, or remove the waiver',
  'other-signature': 'fix the service, or add a waiver with storecheck accept',
} as const satisfies Record<NonNullable<Result['waiverProblems']>[number]['flaw'], string>;

/** Something that concerns the gate and is not a requirement: a waiver to be fixed, or an open behaviour that has changed. */
export interface GateProblem {
  readonly kind: 'waiver' | 'drift';
  readonly fails: boolean;
  readonly name: string;
  readonly text: string;
}

/** @param folder the run's folder in commands */
export function gateProblems({ waiverProblems = [], drift = [], settings, setUp }: Result, folder: string) {
  const waivers = waiverProblems.map((problem): GateProblem => {
    const { requirement, file, line, message, flaw } = problem;
    return {
      kind: 'waiver',
      // After a mistake in the set-up nothing is known about the service, so nothing about the waivers either.
      fails: setUp === undefined && isFailingProblem(problem, settings.failOn),
      name: `waiver of ${requirement} (${file === undefined ? 'line ' : `${file}:`}${line})`,
      text: `${message}: ${FIXES[flaw]}`,
    };
  });
  const drifts = drift.map(
    (one): GateProblem => ({
      kind: 'drift',
      fails: settings.failOn.includes('drift'),
      name: `drift of ${rowName(one)}`,
      text: `${driftText(one)}; storecheck accept ${folder} --observed accepts it`,
    }),
  );
  return [...waivers, ...drifts];
}
