import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { knownTarget } from '../../config/read.ts';
import type { Io } from '../../io/io.ts';
import { drift, isSame, observations } from '../../judge/gate/drift.ts';
import { NO_OBSERVATIONS, type ObservationsFile, observationsText, pin, pinnedFor } from '../../result/observations.ts';
import type { Result } from '../../result/result.ts';
import { UsageError } from '../../run/errors.ts';
import { plural } from '../../text/count.ts';
import { inert, wrap } from '../../text/inert.ts';
import { acceptFailures, type WaiverOptions } from '../accept/waivers.ts';
import { widthFor } from '../console/console.ts';
import type { Problems } from '../console/problems.ts';
import { readResult } from '../files/read-recorded.ts';
import { replaceFile } from '../files/writable.ts';
import { loadConfig } from '../options/call.ts';
import { observationsPlace, readPinned } from '../options/expected.ts';
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

/** Pins the open behaviour of a run: `--fail-on drift` fails later runs in which it differs. */
function acceptObserved(path: string, config: string | undefined, problems: Problems, io: Io): void {
  problems.check();
  const result = readResult(path, io);
  if (observations(result.requirements).length === 0)
    throw new UsageError([`${path}: this run (${result.run.end}) has no observations to pin`]);
  const from = loadConfig(io.cwd, config);
  const target = knownTarget(from?.config.targets.values() ?? [], result.target);
  const { file } = observationsPlace({ ...from, ...(target === undefined ? {} : { target }) }, io);
  const isThere = existsSync(resolve(io.cwd, file));
  const before = (isThere ? readPinned(file, '--observed', problems, io) : undefined) ?? NO_OBSERVATIONS;
  problems.check();
  replaceFile(file, observationsText(pin(before, result)), '--observed', io);
  io.stdout.write(summaryText(file, before, result, widthFor(io.stdout.columns)));
}

function summaryText(out: string, before: ObservationsFile, { target, requirements }: Result, width: number): string {
  const old = pinnedFor(before, target.name) ?? [];
  const seen = observations(requirements);
  const added = seen.filter((one) => !old.some((other) => isSame(one, other))).length;
  const changed = drift(requirements, old).map(({ id }) => id);
  const news = [
    ...(added > 0 && old.length > 0 ? [`${added} new`] : []),
    ...(changed.length > 0 ? [`changed: ${[...new Set(changed)].join(', ')}`] : []),
  ];
  const all = requirements.filter(({ verdict }) => verdict === 'observed').length;
  const some = seen.length < all;
  const text = `${out}: ${some ? `${seen.length} of ` : ''}${plural(all, 'behaviour')} of ${target.name} pinned${some ? '; the others change from run to run' : ''}${news.length === 0 ? '' : ` (${news.join('; ')})`}`;
  return `${wrap(inert(text), width, '', '  ')}\n`;
}
