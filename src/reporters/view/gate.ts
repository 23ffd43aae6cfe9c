import type { Result } from '../../result/result.ts';
import type { GateProblem } from '../../result/summary/gate-problems.ts';
import { cut, plain, unbroken } from '../../text/inert.ts';
import { type DriftChange, driftChanges } from './drift-changes.ts';

const VALUE = 300;

/** What is wrong with a waiver, and how to fix it. */
export const FLAWS = {
  expired: {
    words: 'a waiver has expired',
    fix: 'fix the service and remove the waiver, or set a new date',
  },
  unused: { words: 'a waiver is unused', fix: 'run again, and remove it if it is still unused' },
  'no-such-requirement': {
    words: 'a waiver names an unknown requirement',
    fix: 'correct the id, or remove the waiver',
  },
  'other-signature': {
    words: 'a waiver does not match the finding',
    fix: 'fix the service, or add a waiver with storecheck accept',
  },
} as const satisfies Record<NonNullable<Result['waiverProblems']>[number]['flaw'], object>;

export function gateName(problem: GateProblem): string {
  if (problem.kind === 'drift') return plain(cut(`drift of ${problem.name}`, VALUE));
  const { requirement, file, line } = problem;
  return plain(cut(`waiver of ${requirement} (${file === undefined ? 'line ' : `${file}:`}${line})`, VALUE));
}

export function gateMessage(problem: GateProblem): string {
  if (problem.kind === 'waiver') return `${plain(cut(problem.message, VALUE * 2))}: ${FLAWS[problem.flaw].fix}`;
  return `${plain(cut(driftChanges(problem).map(changed).join('; '), VALUE * 2))}; ${pinCommand()} accepts it`;
}

/** The fix: a sentence, or a command that accepts the change. */
export function remedy(problem: GateProblem, run: string): string {
  return problem.kind === 'waiver' ? FLAWS[problem.flaw].fix : `${unbroken(pinCommand(run))} accepts it`;
}

const pinCommand = (run = 'RUN') => `storecheck accept ${run} --observed`;

const changed = ({ members, from, to }: DriftChange) => `${members === '' ? '' : `${members}: `}was ${from}, is ${to}`;
