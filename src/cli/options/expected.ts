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

/** The default file of `storecheck pin`: next to the configuration, or in this folder if there is none. */
const USUAL = 'observations.json';

/**
 * The waivers of a target, and its pinned observations from the configured file, else from observations.json.
 * The file cannot exist before the first run, so a missing one is a problem only with `--fail-on drift`.
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
      `--fail-on drift: nothing is pinned for ${targetName}${isThere ? ` in ${observations}` : `: ${observations} does not exist`}. Run once without --fail-on drift, then pin that run: storecheck pin RUN --out ${observations}`,
    );
  return {
    waivers: config?.waivers,
    file: file === undefined ? undefined : brief(file, io),
    pinned,
    observations: named === undefined && pinned === undefined ? undefined : observations,
  };
}

/** The path relative to the working folder. */
function brief(path: string, { cwd }: Pick<Io, 'cwd'>): string {
  const below = relative(cwd, resolve(cwd, path));
  return below.startsWith('..') || below === '' ? path : below;
}
