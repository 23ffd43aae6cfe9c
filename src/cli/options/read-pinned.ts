import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../../io/io.ts';
import { ObservationsError, type ObservationsFile, readObservations } from '../../result/observations.ts';
import { REQUIREMENTS } from '../../spec/requirements/index.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import { codeOf } from '../files/error-code.ts';

/** Reads the pinned observations. Adds every problem, with the option and the file, and returns undefined. */
export function readPinned(
  file: string,
  option: string,
  problems: Problems,
  { cwd }: Pick<Io, 'cwd'>,
): ObservationsFile | undefined {
  try {
    const kept = readObservations(readFileSync(resolve(cwd, file), 'utf8'));
    const faults = Object.entries(kept.targets).flatMap(([target, pinned]) =>
      pinned.flatMap(({ id }, index) => {
        const fault = notObserved(id);
        return fault === undefined ? [] : [`${JSON.stringify(target)}, entry ${index + 1}: ${fault}`];
      }),
    );
    for (const fault of faults) problems.add(`${option}: ${file}: ${fault}`);
    return faults.length === 0 ? kept : undefined;
  } catch (error) {
    if (error instanceof ObservationsError)
      for (const fault of error.faults) problems.add(`${option}: ${file} ${fault}`);
    else problems.add(`${option}: cannot read ${file} (${codeOf(error)})`);
    return undefined;
  }
}

const OBSERVED = REQUIREMENTS.filter(({ level }) => level === 'observe').map(({ id }) => id);

/** Why an id cannot be pinned, or undefined. */
function notObserved(id: string): string | undefined {
  if (OBSERVED.some((known) => known === id)) return undefined;
  if (REQUIREMENTS.some((known) => known.id === id)) return `${id} is a must or should, not an observation`;
  return `no requirement ${JSON.stringify(id)}${didYouMean(id, OBSERVED)}; storecheck list prints the level observe`;
}
