import type { Result } from '../../result/result.ts';
import { rowName } from '../../result/row-name.ts';
import { cut, plain } from '../text/inert.ts';
import { type DriftChange, driftChanges } from './drift-changes.ts';

/** What a run is told besides the requirements: waivers to be mended, open behaviours that have changed. */
export interface Beside {
  readonly name: string;
  /** What is so, and what to do about it. */
  readonly message: string;
  readonly todo: string;
  readonly fails: boolean;
}

const VALUE = 300;

const REMEDIES = {
  expired: 'mend the service and remove it, or agree on a new date',
  unused: 'remove it',
  'no-such-requirement': 'correct the id, or remove it',
  'other-signature': 'mend the service, or replace it by what storecheck waive writes for this run',
} as const satisfies Record<NonNullable<Result['waiverProblems']>[number]['flaw'], string>;

export function besides({ waiverProblems = [], drift = [], settings, setUp, observations = 'FILE' }: Result): Beside[] {
  const accept = plain(cut(`storecheck pin RUN --out ${observations} accepts it`, VALUE));
  return [
    ...waiverProblems.map(({ requirement, file, line, message, flaw }) => ({
      name: plain(cut(`waiver of ${requirement} (${file === undefined ? 'line ' : `${file}:`}${line})`, VALUE)),
      message: `${plain(cut(message, VALUE * 2))}: ${REMEDIES[flaw]}`,
      todo: REMEDIES[flaw],
      // After a mistake in the set-up nothing is known of the service, so nothing of the waivers either.
      fails: setUp === undefined,
    })),
    ...drift.map((one) => ({
      name: plain(cut(`drift of ${rowName(one)}`, VALUE)),
      message: `${plain(cut(driftChanges(one).map(changed).join('; '), VALUE * 2))}; ${accept}`,
      todo: accept,
      fails: settings.failOn?.includes('drift') === true,
    })),
  ];
}

const changed = ({ members, from, to }: DriftChange) => `${members === '' ? '' : `${members}: `}was ${from}, is ${to}`;
