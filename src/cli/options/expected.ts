import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { validateObservations } from '../../../generated/result.js';
import { resolveAgainst } from '../../config/read.ts';
import { codeOf } from '../../io/files.ts';
import type { Io } from '../../io/io.ts';
import { NO_OBSERVATIONS, pinnedFor } from '../../judge/gate/drift.ts';
import type { ObservationsFile } from '../../judge/gate/gate-schema.ts';
import type { Expected } from '../../result/build-result.ts';
import type { FailOn } from '../../spec/requirement.ts';
import type { Problems } from '../console/console.ts';
import { shortPath } from '../files/folder.ts';
import type { Call, FromFile } from './call.ts';

/** Where pinned observations are: next to the configuration, or in this folder without one. */
export const observationsFile = ({ file = '' }: FromFile, io: Pick<Io, 'cwd'>) =>
  shortPath(resolveAgainst(file, 'observations.json'), io);

/** The waivers of a target, and its pinned observations. A missing file is a problem only with `--fail-on drift`. */
export function expectedFor({ from, problems, io }: Call, targetName: string, failOn: readonly FailOn[]): Expected {
  const { config, file } = from;
  const observations = observationsFile(from, io);
  const kept = readPinned(observations, 'pinned observations', problems, io);
  const pinned = kept === undefined ? undefined : pinnedFor(kept, targetName);
  if (failOn.includes('drift') && kept !== undefined && pinned === undefined && targetName !== '')
    problems.add(
      `--fail-on drift: nothing is pinned for ${targetName}${kept === NO_OBSERVATIONS ? `: ${observations} does not exist` : ` in ${observations}`}. Run once without --fail-on drift, then accept what that run observed: storecheck accept RUN --observed`,
    );
  return {
    waivers: config?.waivers,
    file: file === undefined ? undefined : shortPath(file, io),
    pinned,
  };
}

/** Reads the pinned observations: none without a file. Adds every problem, with the option and the file, and returns undefined. */
export function readPinned(
  file: string,
  option: string,
  problems: Problems,
  { cwd }: Io,
): ObservationsFile | undefined {
  const path = resolve(cwd, file);
  if (!existsSync(path)) return NO_OBSERVATIONS;
  let kept: ObservationsFile;
  try {
    kept = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    problems.add(
      `${option}: ${error instanceof SyntaxError ? `${file} is not JSON` : `cannot read ${file} (${codeOf(error)})`}`,
    );
    return undefined;
  }
  if (!validateObservations(kept)) {
    const [{ instancePath: place } = { instancePath: '' }] = validateObservations.errors ?? [];
    const where = place === '' ? '' : `, in ${place}`;
    problems.add(`${option}: ${file} is not as storecheck accept --observed of this version writes it${where}`);
    return undefined;
  }
  return kept;
}
