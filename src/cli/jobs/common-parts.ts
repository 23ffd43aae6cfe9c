import type { Head } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import type { Job } from '../../run/lifecycle/lifecycle.ts';
import { confirm } from '../console/confirm.ts';
import { widthFor } from '../console/console.ts';
import { openRunFolder } from '../files/folder.ts';
import type { Settings } from '../options/settings.ts';
import { needsText } from '../preview/bill-text.ts';

/** What every job has in common, from its settings. */
export function commonParts({ target, bounds, reporting, out, dryRun }: Settings, head: Head, folder: string, io: Io) {
  const { question, needs } = target;
  return {
    head,
    target,
    bounds,
    dryRun,
    needs,
    show: (text: string) => {
      if (!reporting.quiet) io.stderr.write(`${text}\n`);
    },
    showDryRun: (plan: string, objections: readonly string[]) =>
      io.stdout.write(`${plan}${needsText(objections, widthFor(io.stdout.columns))}`),
    confirm: async () => {
      if (question !== undefined) await confirm(question, io);
    },
    openFolder: () => openRunFolder(out ?? folder, io),
  } satisfies Partial<Job>;
}
