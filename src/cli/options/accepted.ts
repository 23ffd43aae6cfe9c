import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { validateObservations } from '../../../generated/result.js';
import { resolveAgainst } from '../../config/read.ts';
import type { Io } from '../../io/io.ts';
import { NO_OBSERVATIONS, pinnedFor } from '../../judge/gate/drift.ts';
import type { ObservationsFile } from '../../judge/gate/gate-schema.ts';
import type { Accepted } from '../../result/build-result.ts';
import type { Problems } from '../../run/errors.ts';
import { toolCommand } from '../console.ts';
import { readText, shortPath } from '../files/folder.ts';
import type { Call, FileConfig } from './call.ts';

/** The path of the pinned observations: next to the configuration, or in this folder without one. */
export const observationsFile = ({ file = '' }: FileConfig, io: Pick<Io, 'cwd'>) =>
  shortPath(resolveAgainst(file, 'observations.json'), io);

/** The waivers of a target, and its pinned observations. A missing file is a problem only with `--fail-on drift`. */
export function acceptedFor({ config, settings, problems, io }: Call, targetName: string): Accepted {
  const { waivers, file } = config;
  const path = observationsFile(config, io);
  const observations = readPinned(path, 'pinned observations', problems, io);
  const pinned = observations && pinnedFor(observations, targetName);
  // Without an address, the target has no name. This is a problem of its own.
  if (settings.failOn.includes('drift') && observations !== undefined && pinned === undefined && targetName !== '') {
    const where = observations === NO_OBSERVATIONS ? `: ${path} does not exist` : ` in ${path}`;
    const fix = `accept what that run observed: ${toolCommand(io)} accept RUN --observed`;
    problems.add(
      `--fail-on drift: nothing is pinned for ${targetName}${where}. Run once without --fail-on drift, then ${fix}`,
    );
  }
  return { waivers, file: file === undefined ? undefined : shortPath(file, io), pinned };
}

/** Reads the pinned observations; without a file, there are none. If it cannot be read, adds a problem that begins with `what`. */
export function readPinned(file: string, what: string, problems: Problems, io: Io): ObservationsFile | undefined {
  // A link is not followed: a broken one must be an error, not a missing file.
  if (lstatSync(resolve(io.cwd, file), { throwIfNoEntry: false }) === undefined) return NO_OBSERVATIONS;
  const text = readText(file, `${what}: cannot read ${file}`, problems, io);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return problems.add(`${what}: ${file} is not JSON`);
  }
  if (!validateObservations(value)) {
    const [{ instancePath: place } = { instancePath: '' }] = validateObservations.errors ?? [];
    const where = place === '' ? '' : `, in ${place}`;
    return problems.add(`${what}: ${file} is not as storecheck accept --observed of this version writes it${where}`);
  }
  return value as ObservationsFile;
}
