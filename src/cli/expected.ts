import type { Expected } from '../result/build.ts';
import { pinnedFor } from '../result/observations.ts';
import type { FailOn } from '../verdict/gate.ts';
import type { FromFile } from './from-file.ts';
import type { Problems } from './problems.ts';
import { readPinned } from './read-pinned.ts';

/** The waivers and the pinned observations that the configuration has for a target. */
export function expectedFor(
  { config, target, file }: FromFile,
  targetName: string,
  failOn: readonly FailOn[],
  problems: Problems,
): Expected {
  if (config === undefined) return {};
  const observations = target?.observations ?? config.observations;
  const pinned =
    observations === undefined
      ? undefined
      : pinnedFor(readPinned(observations, `${file ?? ''}: observations`), targetName);
  if (failOn.includes('drift') && pinned === undefined)
    problems.add(
      `--fail-on drift: nothing is pinned for ${targetName}; storecheck pin RUN --out FILE pins what a run observed, and observations: FILE in ${file ?? 'storecheck.yaml'} names it`,
    );
  return { waivers: config.waivers, pinned };
}
