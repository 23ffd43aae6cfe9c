import type { Result } from '../result/result.ts';
import { rowName } from '../result/row-name.ts';
import { cut, plain } from './inert.ts';

/** What a run is told besides the requirements: waivers to be mended, open behaviours that have changed. */
export interface Beside {
  readonly name: string;
  readonly message: string;
  readonly fails: boolean;
}

const VALUE = 300;

export function besides({ waiverProblems = [], drift = [], settings, setUp }: Result): Beside[] {
  const value = (one: unknown) => plain(cut(JSON.stringify(one), VALUE));
  return [
    ...waiverProblems.map(({ requirement, line, message }) => ({
      name: plain(cut(`waiver of ${requirement} (line ${line})`, VALUE)),
      message: plain(cut(message, VALUE * 2)),
      // After a mistake in the set-up nothing is known of the service, so nothing of the waivers either.
      fails: setUp === undefined,
    })),
    ...drift.map((one) => ({
      name: plain(cut(`drift of ${rowName(one)}`, VALUE)),
      message: `was ${value(one.pinned)}, is ${value(one.seen)}`,
      fails: settings.failOn?.includes('drift') === true,
    })),
  ];
}
