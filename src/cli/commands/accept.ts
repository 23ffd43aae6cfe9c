import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { acceptObserved } from '../accept/observed.ts';
import { acceptFailures, type WaiverOptions } from '../accept/waivers.ts';
import { problemsOf } from '../options/options.ts';

interface AcceptOptions extends WaiverOptions {
  readonly observed?: boolean;
}

/** `storecheck accept RUN ID…`: accepts failed requirements until a date; with `--observed`, what a run observed. */
export function acceptCommand(io: Io): Command {
  const command = new Command('accept');
  return command
    .argument('<run>', "a run's folder, or its results.json")
    .argument('[id...]', "requirements that failed, or patterns: list.schema, 'create.rejects.*'")
    .option('--owner <who>', 'who is responsible for the waiver (required)')
    .option('--reason <text>', 'why the failure is accepted (required)')
    .option('--expires <date>', 'last day of the waiver, YYYY-MM-DD (required)')
    .option('--plan <name>', 'accept the failure only for this plan')
    .option('--observed', 'instead, pin what the run observed where the specification leaves a choice')
    .option('--config <file>', 'configuration that gets the waiver (default: storecheck.yaml in this folder)')
    .addHelpText('after', HELP)
    .action((run: string, ids: readonly string[], options: AcceptOptions) => {
      const problems = problemsOf(command);
      // The value of an unknown option would be taken for an id.
      problems.check();
      if (options.observed !== true) {
        acceptFailures(ids, run, options, problems, io);
        return;
      }
      if (ids.length > 0) problems.add('--observed pins everything that the run observed: remove the ids');
      for (const name of ['owner', 'reason', 'expires', 'plan'] as const)
        if (options[name] !== undefined) problems.add(`--${name} is for waivers: remove it, or --observed`);
      acceptObserved(run, options.config, problems, io);
    });
}

const HELP = `
A waiver accepts one violation: another one of the same requirement fails the run.
Pinned behaviour is in observations.json; with --fail-on drift, a run fails if it differs.

Examples:
  storecheck accept reports/20261121T101500Z-3f9a2c list.schema --owner team-store --reason 'fixed in 4.2' \\
    --expires 2027-01-31
  storecheck accept reports/20261121T101500Z-3f9a2c --observed`;
