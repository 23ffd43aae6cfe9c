import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { Expected } from '../result/build.ts';
import { NO_OBSERVATIONS, pinnedFor } from '../result/observations.ts';
import type { FailOn } from '../verdict/gate.ts';
import type { FromFile } from './from-file.ts';
import type { Problems } from './problems.ts';
import { readPinned } from './read-pinned.ts';

/**
 * The waivers and the pinned observations that the configuration has for a target. The first run can only be pinned when it has been made:
 * a file that is not there yet is a problem only where drift is to fail the run.
 */
export function expectedFor(
  { config, target, file }: FromFile,
  targetName: string,
  failOn: readonly FailOn[],
  problems: Problems,
): Expected {
  if (config === undefined) return {};
  const path = target?.observations ?? config.observations;
  const observations = path === undefined ? undefined : brief(path);
  const isThere = observations !== undefined && existsSync(observations);
  const kept = isThere ? readPinned(observations, `${file ?? ''}: observations`, problems) : NO_OBSERVATIONS;
  const pinned = kept === undefined ? undefined : pinnedFor(kept, targetName);
  if (failOn.includes('drift') && kept !== undefined && pinned === undefined)
    problems.add(
      `--fail-on drift: nothing is pinned for ${targetName}${where(observations, isThere, file)}; make a run without it, then pin that: storecheck pin RUN --out ${observations ?? 'FILE'}`,
    );
  return { waivers: config.waivers, file: file === undefined ? undefined : brief(file), pinned, observations };
}

function where(observations: string | undefined, isThere: boolean, file = 'storecheck.yaml'): string {
  if (observations === undefined) return ` (observations: FILE in ${file} names the file)`;
  return isThere ? ` in ${observations}` : `: ${observations} is not there yet`;
}

/** As it would be typed here. */
function brief(path: string): string {
  const below = relative('', path);
  return below.startsWith('..') || below === '' ? path : below;
}
