import { isFailingProblem } from '../../judge/gate/gate.ts';
import type { Result } from '../result.ts';
import { rowName } from '../status.ts';
import { driftText } from './observed.ts';

type Flaw = NonNullable<Result['waiverProblems']>[number]['flaw'];

/** What is wrong with a waiver, and how to fix it. */
const FLAWS = {
  expired: { words: 'a waiver has expired', fix: 'fix the service and remove the waiver, or set a new date' },
  unused: { words: 'a waiver is unused', fix: 'run again, and remove it if it is still unused' },
  'no-such-requirement': {
    words: 'a waiver names an unknown requirement',
    fix: 'correct the id, or remove the waiver',
  },
  'other-signature': {
    words: 'a waiver does not match the finding',
    fix: 'fix the service, or add a waiver with storecheck accept',
  },
} as const satisfies Record<Flaw, object>;

/** Something that concerns the gate and is not a requirement: a waiver to be fixed, or an open behaviour that has changed. */
export interface GateProblem {
  readonly fails: boolean;
  readonly name: string;
  readonly message: string;
  /** What is wrong with a waiver; undefined for drift. */
  readonly flaw?: string;
}

/** @param folder the run's folder in commands */
export function gateProblems(
  { waiverProblems = [], drift = [], settings, setUp }: Result,
  folder: string,
): GateProblem[] {
  const waivers = waiverProblems.map((problem): GateProblem => {
    const { requirement, file, line, message, flaw } = problem;
    const { words, fix } = FLAWS[flaw];
    return {
      // After a mistake in the set-up nothing is known about the service, so nothing about the waivers either.
      fails: setUp === undefined && isFailingProblem(problem, settings.failOn),
      name: `waiver of ${requirement} (${file === undefined ? 'line ' : `${file}:`}${line})`,
      message: `${message}: ${fix}`,
      flaw: words,
    };
  });
  const drifts = drift.map((one) => ({
    fails: settings.failOn.includes('drift'),
    name: `drift of ${rowName(one)}`,
    message: `${driftText(one)}; storecheck accept ${folder} --observed accepts it`,
  }));
  return [...waivers, ...drifts];
}

export function gateReasons(problems: readonly GateProblem[]): string[] {
  const flaws = problems.flatMap(({ flaw }) => flaw ?? []);
  const drifts = problems.length - flaws.length;
  return [
    ...(flaws.length > 1 ? [`${flaws.length} waivers must be fixed or removed`] : flaws),
    ...(drifts === 0 ? [] : [`${drifts === 1 ? 'a pinned behaviour' : `${drifts} pinned behaviours`} changed`]),
  ];
}
