import { Command } from 'commander';
import { failedIds } from '../../result/failed.ts';
import {
  type LoadOptions,
  type ReportingOptions,
  type SendingOptions,
  withLoadOptions,
  withReportingOptions,
  withSendingOptions,
} from '../options.ts';
import { UsageError } from '../problems.ts';
import { readResult } from '../read-result.ts';
import { HALVES, type SendingCommand, send } from '../send.ts';

/** `storecheck rerun --failed RESULTS`: what failed there, once more. */
export function rerunCommand(done: (exitCode: number) => void): Command {
  const command = withReportingOptions(withLoadOptions(withSendingOptions(new Command('rerun'))));
  return command
    .requiredOption('--failed <results>', "the earlier run's folder, or its results.json")
    .action(async (given: SendingOptions & LoadOptions & ReportingOptions & { failed: string }) => {
      const { run, target, settings, requirements } = readResult(given.failed);
      const failed = failedIds({ requirements });
      if (failed.length === 0) throw new UsageError([`--failed: nothing failed in ${given.failed}`]);
      const known = given.target ?? given.baseUrl;
      const alike = { window: String(settings.windowSeconds), plan: settings.plan, baseUrl: target.baseUrl };
      const again = { ...(known === undefined ? alike : {}), ...given, only: failed };
      done(await send(command, halvesFor(run.command, failed), again));
    });
}

/** The earlier command, or less of it: where nothing of a half failed, it is left out. */
function halvesFor(earlier: string, failed: readonly string[]): SendingCommand {
  const pushed = failed.filter((id) => id.startsWith('limit.')).length;
  if (pushed === failed.length) return 'limits';
  if (pushed === 0) return 'check';
  return earlier in HALVES ? (earlier as SendingCommand) : 'run';
}
