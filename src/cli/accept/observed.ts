import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { knownTarget } from '../../config/config.ts';
import type { Io } from '../../io/io.ts';
import { drift, isSame, observations } from '../../judge/gate/drift.ts';
import { plural } from '../../reporters/text/count.ts';
import { inert, wrap } from '../../reporters/text/inert.ts';
import { NO_OBSERVATIONS, type ObservationsFile, observationsText, pin, pinnedFor } from '../../result/observations.ts';
import type { Result } from '../../result/result.ts';
import { widthFor } from '../console/console.ts';
import { type Problems, UsageError } from '../console/problems.ts';
import { readResult } from '../files/read-recorded.ts';
import { replaceFile } from '../files/writable.ts';
import { loadConfig } from '../options/config-file.ts';
import { observationsPlace, readPinned } from '../options/expected.ts';

/** Pins the open behaviour of a run: `--fail-on drift` fails later runs in which it differs. */
export function acceptObserved(path: string, config: string | undefined, problems: Problems, io: Io): void {
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
