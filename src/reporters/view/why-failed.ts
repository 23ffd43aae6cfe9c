import type { Result } from '../../result/result.ts';
import { rowsOf } from './rows.ts';

type Flaw = NonNullable<Result['waiverProblems']>[number]['flaw'];

/** Everything that failed the run, in a few words: a breach, but also a waiver that must go, or drift that is to fail it. */
export function whyFailed(result: Result): string {
  const { waiverProblems = [], drift = [], settings } = result;
  const levels = rowsOf(result, 'failed').map(({ level }) => level);
  const reasons = [
    levels.includes('must') ? 'the service breaks the document' : '',
    levels.includes('should') ? 'the service breaks good practice, which --fail-on should forbids' : '',
    waivers(waiverProblems.map(({ flaw }) => flaw)),
    settings.failOn?.includes('drift') === true ? drifted(drift.length) : '',
  ];
  // A results.json may be anybody's.
  return reasons.filter((reason) => reason !== '').join('; ') || 'the service breaks the document';
}

const ONE = {
  expired: 'a waiver has expired',
  unused: 'a waiver is unused',
  'no-such-requirement': 'a waiver names no requirement',
  'other-signature': 'a waiver accepts another finding than was made',
} as const satisfies Record<Flaw, string>;

function waivers([flaw, ...more]: readonly Flaw[]): string {
  if (flaw === undefined) return '';
  return more.length === 0 ? ONE[flaw] : `${more.length + 1} waivers must be mended or removed`;
}

const drifted = (changed: number) =>
  changed === 0 ? '' : `${changed === 1 ? 'a pinned behaviour' : `${changed} pinned behaviours`} changed`;
