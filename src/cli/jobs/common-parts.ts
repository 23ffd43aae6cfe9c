import type { Head } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import type { Job } from '../../run/lifecycle/lifecycle.ts';
import { confirm } from '../console/confirm.ts';
import { widthFor } from '../console/console.ts';
import { openRunFolder } from '../files/folder.ts';
import type { Settings } from '../options/settings.ts';
import { refusalText } from '../preview/estimate-text.ts';

export function commonParts({ target, bounds, reporting, out, dryRun }: Settings, head: Head, folder: string, io: Io) {
  const { question, objections } = target;
  return {
    head,
    target,
    bounds,
    dryRun,
    objections,
    show: (text: string) => {
      if (!reporting.quiet) io.stderr.write(`${text}\n`);
    },
    showDryRun: (requests: string, reasons: readonly string[]) =>
      io.stdout.write(`${requests}${refusalText(reasons, widthFor(io.stdout.columns))}`),
    confirm: async () => {
      if (question !== undefined) await confirm(question, io);
    },
    openFolder: () => openRunFolder(out ?? folder, io),
  } satisfies Partial<Job>;
}
