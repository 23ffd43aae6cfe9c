import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { drift, isSame, observations } from '../../judge/gate/drift.ts';
import { plural } from '../../reporters/text/count.ts';
import { inert, wrap } from '../../reporters/text/inert.ts';
import { NO_OBSERVATIONS, type ObservationsFile, observationsText, pin, pinnedFor } from '../../result/observations.ts';
import type { Result } from '../../result/result.ts';
import { widthFor } from '../console/console.ts';
import { UsageError } from '../console/problems.ts';
import { readResult } from '../files/read-recorded.ts';
import { replaceFile } from '../files/writable.ts';
import { readPinned } from '../options/expected.ts';
import { problemsOf } from '../options/options.ts';

/** `storecheck pin RUN`: pins the observations of a target, so that later runs report drift. */
export function pinCommand(io: Io): Command {
  const command = new Command('pin');
  return command
    .argument('<run>', "a run's folder, or its results.json")
    .option('--out <file>', 'file of the pinned observations of all targets', 'observations.json')
    .action((path: string, flags) => pinRun(command, path, flags, io));
}

function pinRun(command: Command, path: string, { out }: { readonly out: string }, io: Io): void {
  const problems = problemsOf(command);
  problems.check();
  const result = readResult(path, io);
  if (observations(result.requirements).length === 0)
    throw new UsageError([`${path}: this run (${result.run.end}) has no observations to pin`]);
  const isThere = existsSync(resolve(io.cwd, out));
  const before = (isThere ? readPinned(out, '--out', problems, io) : undefined) ?? NO_OBSERVATIONS;
  problems.check();
  replaceFile(out, observationsText(pin(before, result)), '--out', io);
  io.stdout.write(summaryText(out, before, result, widthFor(io.stdout.columns)));
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
