import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { validateObservations } from '../../../generated/result.js';
import { resolveAgainst } from '../../config/read.ts';
import type { Io } from '../../io/io.ts';
import { NO_OBSERVATIONS, pinnedFor } from '../../judge/gate/drift.ts';
import type { ObservationsFile } from '../../judge/gate/gate-schema.ts';
import type { Expected } from '../../result/build-result.ts';
import { called, type Problems } from '../console/console.ts';
import { shortPath, textOf } from '../files/folder.ts';
import type { Call, FileConfig } from './call.ts';

/** Where pinned observations are: next to the configuration, or in this folder without one. */
export const observationsFile = ({ file = '' }: FileConfig, io: Pick<Io, 'cwd'>) =>
  shortPath(resolveAgainst(file, 'observations.json'), io);

/** The waivers of a target, and its pinned observations. A missing file is a problem only with `--fail-on drift`. */
export function expectedFor({ config, settings, problems, io }: Call, targetName: string): Expected {
  const { waivers, file } = config;
  const observations = observationsFile(config, io);
  const kept = readPinned(observations, 'pinned observations', problems, io);
  const pinned = kept === undefined ? undefined : pinnedFor(kept, targetName);
  // Without a name, the address was wrong, which is a problem of its own.
  if (settings.failOn.includes('drift') && kept !== undefined && pinned === undefined && targetName !== '') {
    const where = kept === NO_OBSERVATIONS ? `: ${observations} does not exist` : ` in ${observations}`;
    const fix = `accept what that run observed: ${called(io)} accept RUN --observed`;
    problems.add(
      `--fail-on drift: nothing is pinned for ${targetName}${where}. Run once without --fail-on drift, then ${fix}`,
    );
  }
  return { waivers, file: file === undefined ? undefined : shortPath(file, io), pinned };
}

/** Reads the pinned observations: none without a file. Adds every problem, which begins with `what`, and returns undefined. */
export function readPinned(file: string, what: string, problems: Problems, io: Io): ObservationsFile | undefined {
  // A link is not followed: a broken one must be an error, not a missing file.
  if (lstatSync(resolve(io.cwd, file), { throwIfNoEntry: false }) === undefined) return NO_OBSERVATIONS;
  const text = textOf(file, `${what}: cannot read ${file}`, problems, io);
  if (text === undefined) return undefined;
  let kept: unknown;
  try {
    kept = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return problems.add(`${what}: ${file} is not JSON`);
  }
  if (!validateObservations(kept)) {
    const [{ instancePath: place } = { instancePath: '' }] = validateObservations.errors ?? [];
    const where = place === '' ? '' : `, in ${place}`;
    return problems.add(`${what}: ${file} is not as storecheck accept --observed of this version writes it${where}`);
  }
  return kept as ObservationsFile;
}
