import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { resolveAgainst } from '../../config/index.ts';
import type { Io } from '../../io/io.ts';
import type { FailOn } from '../../judge/gate/gate.ts';
import type { Expected } from '../../result/build.ts';
import { NO_OBSERVATIONS, pinnedFor } from '../../result/observations.ts';
import type { Problems } from '../console/problems.ts';
import type { FromFile } from './from-file.ts';
import { readPinned } from './read-pinned.ts';

/** Where `storecheck pin` keeps it: beside the configuration, or in this folder where there is none. */
const USUAL = 'observations.json';

/**
 * The waivers that the configuration has for a target, and the pinned observations: of the file that it names, else of observations.json.
 * The first run can only be pinned when it has been made: a file that is not there yet is a problem only where drift is to fail the run.
 */
export function expectedFor(
  { config, target, file }: FromFile,
  targetName: string,
  failOn: readonly FailOn[],
  problems: Problems,
  io: Pick<Io, 'cwd'>,
): Expected {
  const named = target?.observations ?? config?.observations;
  const observations = brief(named ?? resolveAgainst(file ?? '', USUAL), io);
  const isThere = existsSync(resolve(io.cwd, observations));
  const where = named === undefined || file === undefined ? 'pinned observations' : `${file}: observations`;
  const kept = isThere ? readPinned(observations, where, problems, io) : NO_OBSERVATIONS;
  const pinned = kept === undefined ? undefined : pinnedFor(kept, targetName);
  if (failOn.includes('drift') && kept !== undefined && pinned === undefined && targetName !== '')
    problems.missing(
      `--fail-on drift: nothing is pinned for ${targetName}${isThere ? ` in ${observations}` : `: ${observations} is not there yet`}; make a run without it, then pin that: storecheck pin RUN --out ${observations}`,
    );
  return {
    waivers: config?.waivers,
    file: file === undefined ? undefined : brief(file, io),
    pinned,
    observations: named === undefined && pinned === undefined ? undefined : observations,
  };
}

/** As it would be typed here. */
function brief(path: string, { cwd }: Pick<Io, 'cwd'>): string {
  const below = relative(cwd, resolve(cwd, path));
  return below.startsWith('..') || below === '' ? path : below;
}
