import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { rerunOf } from '../../result/rerun.ts';
import type { Result } from '../../result/result.ts';
import { UsageError } from '../console/problems.ts';
import { readResult } from '../files/read-result.ts';
import { type SendingCommand, send } from '../lifecycle/send.ts';
import {
  type LoadOptions,
  type ReportingOptions,
  type SendingOptions,
  withLoadOptions,
  withReportingOptions,
  withSendingOptions,
} from '../options/options.ts';

/** `storecheck rerun --failed RESULTS`: what failed there, once more. */
export function rerunCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withReportingOptions(withLoadOptions(withSendingOptions(new Command('rerun'))));
  return command
    .requiredOption(
      '--failed <results>',
      "the earlier run's folder, or its results.json; what is judged over every response takes every request again",
    )
    .action(async (given: SendingOptions & LoadOptions & ReportingOptions & { failed: string }) => {
      const earlier = readResult(given.failed, io);
      const rerun = rerunOf(earlier, given.plan);
      const ids = [...new Set(rerun.failed.map(({ id }) => id))];
      const why = whyNot(earlier, ids, given);
      if (why !== undefined) throw new UsageError([`--failed: ${why}`]);
      const again = { ...settingsOf(earlier, ids, given), ...given, only: ids };
      done(await send(command, halvesFor(ids), again, io, rerun));
    });
}

function whyNot(
  { run }: Result,
  ids: readonly string[],
  { failed, plan, only, skip }: SendingOptions & { failed: string },
) {
  if (run.command === 'capacity')
    return `${failed} is a capacity run, which is only offered as a whole: storecheck capacity`;
  if (only.length + skip.length > 0)
    return '--only and --skip choose what is judged, and so does --failed; leave them out';
  if (ids.length > 0) return undefined;
  return `nothing failed in ${failed}${plan === undefined ? '' : ` on the plan ${plan}`}`;
}

const isPushed = (id: string) => id.startsWith('limit.');

/** As the earlier run had it, unless another service is named. */
function settingsOf(
  { target, settings, limits }: Result,
  ids: readonly string[],
  given: SendingOptions,
): Partial<SendingOptions & LoadOptions> {
  const enterprise = limits['enterprise']?.perWindow;
  const alike = { window: String(settings.windowSeconds), baseUrl: target.baseUrl };
  return {
    ...(given.target === undefined && given.baseUrl === undefined ? alike : {}),
    ...(enterprise === undefined ? {} : { enterprisePerMinute: String(enterprise) }),
    ...(ids.every(isPushed) ? {} : { plan: settings.plan, ...depthOf(settings) }),
    ...(ids.includes('limit.sustained') ? { sustain: true } : {}),
  };
}

/** What only an exploration found is found again by the same exploration. */
function depthOf({ exploration }: Result['settings']): Pick<SendingOptions, 'depth' | 'seed'> {
  return exploration === undefined ? {} : { depth: 'thorough', seed: String(exploration.seed) };
}

/** Where nothing of a half failed, it is left out. */
function halvesFor(ids: readonly string[]): SendingCommand {
  const pushed = ids.filter(isPushed).length;
  if (pushed === ids.length) return 'limits';
  return pushed === 0 ? 'check' : 'run';
}
