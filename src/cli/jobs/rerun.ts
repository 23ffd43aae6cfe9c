import type { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { rerunOf } from '../../result/rerun.ts';
import type { Result } from '../../result/result.ts';
import { UsageError } from '../console/problems.ts';
import { readResult } from '../files/read-result.ts';
import type { EarlierRun } from '../options/from-file.ts';
import type { Flags } from '../options/options.ts';
import { type RunKind, readRunSettings } from '../options/read-run.ts';
import { runJobOf } from './run.ts';

/** Repeats what failed in an earlier run, with its plan, window and contract. */
export async function rerun(command: Command, flags: Flags & { readonly failed: string }, io: Io): Promise<number> {
  const earlier = readResult(flags.failed, io);
  const rerun = rerunOf(earlier, flags.plan);
  const ids = [...new Set(rerun.failed.map(({ id }) => id))];
  const why = whyNot(earlier, ids, flags);
  if (why !== undefined) throw new UsageError([`--failed: ${why}`]);
  const { target, settings, limits } = earlier;
  const isElsewhere = flags.target !== undefined || flags.baseUrl !== undefined;
  const again: Flags = {
    ...(isElsewhere ? {} : { baseUrl: target.baseUrl }),
    ...(ids.every(isOfLimits) ? {} : { plan: settings.plan, ...depthOf(settings) }),
    ...(ids.includes('limit.sustained') ? { sustain: true } : {}),
    ...flags,
    only: ids,
  };
  const taken: EarlierRun = {
    ...(isElsewhere ? {} : { windowSeconds: settings.windowSeconds }),
    enterprisePerMinute: limits['enterprise']?.perWindow,
  };
  return runJobOf(readRunSettings(command, kindFor(ids), again, io, { rerun, earlier: taken }), io);
}

function whyNot({ run }: Result, ids: readonly string[], flags: Flags & { readonly failed: string }) {
  const { failed, plan, only = [], skip = [] } = flags;
  if (run.command === 'capacity')
    return `${failed} is a capacity run, which cannot be repeated in part: use storecheck capacity`;
  if (only.length + skip.length > 0) return '--failed already selects the requirements: remove --only and --skip';
  if (ids.length > 0) return undefined;
  return `nothing failed in ${failed}${plan === undefined ? '' : ` on the plan ${plan}`}`;
}

/** The depth and seed that repeat the exploration, if it found something that failed. */
function depthOf({ exploration }: Result['settings']): Pick<Flags, 'depth' | 'seed'> {
  return exploration === undefined ? {} : { depth: 'thorough', seed: String(exploration.seed) };
}

const isOfLimits = (id: string) => id.startsWith('limit.');

/** Skips a part without failures. */
function kindFor(ids: readonly string[]): RunKind {
  const ofLimits = ids.filter(isOfLimits).length;
  if (ofLimits === ids.length) return 'limits';
  return ofLimits === 0 ? 'check' : 'run';
}
