import { relative, resolve } from 'node:path';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Wait } from '../../exchange/records/run-record.ts';
import { github } from '../../reporters/github.ts';
import { har } from '../../reporters/har.ts';
import { html } from '../../reporters/html/page/page.tsx';
import { junit } from '../../reporters/junit/junit.ts';
import { markdown } from '../../reporters/markdown/markdown.ts';
import { json } from '../../reporters/text/inert.ts';
import type { Result } from '../../result/result.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { FILES } from './folder.ts';

export const REPORTERS = ['terminal', 'json', 'html', 'junit', 'har', 'markdown', 'github'] as const;

export type ReporterName = (typeof REPORTERS)[number];

/** Every format except the terminal's: a pure function of a run, and its file in the run's folder. Without a file, it is printed to stdout. */
export const FORMATS: Readonly<Record<Exclude<ReporterName, 'terminal'>, Format>> = {
  json: { render: ({ result }) => json(result) },
  html: { file: FILES.html, render: html },
  junit: {
    file: FILES.junit,
    render: ({ summary, folder }, cwd) => junit(summary, folder === undefined ? undefined : attachment(folder, cwd)),
  },
  har: { file: FILES.har, render: ({ result, exchanges }) => har(result, exchanges) },
  markdown: { file: FILES.markdown, render: ({ summary }) => markdown(summary) },
  github: { render: ({ summary }) => github(summary) },
};

interface Format {
  readonly file?: string;
  /** @param cwd the working folder; paths in a report are relative to it */
  readonly render: (run: Summarised, cwd: string) => string | Iterable<string>;
}

export const fileOf = (name: ReporterName) => (name === 'terminal' ? undefined : FORMATS[name].file);

export interface Reported {
  readonly result: Result;
  /** The client's and k6's. */
  readonly exchanges: Iterable<Exchange>;
  readonly waits: readonly Wait[];
  /** The run's folder, for reports whose option names no path. */
  readonly folder: string | undefined;
}

/** A run as reporters see it: with the summary, computed once for all reports. */
export interface Summarised extends Reported {
  readonly summary: Summary;
  /** What to do next. Only the report of a capacity run shows it. */
  readonly next?: string | undefined;
}

/** The reports of every run, independent of `--reporter`: they are cheap, and save a second run. */
export const KEPT = ['html', 'junit', 'markdown'] as const satisfies readonly ReporterName[];

/** GitLab reads attachments relative to the project's folder, the working folder of a job. */
function attachment(folder: string, cwd: string): string {
  const path = `${folder.replace(/\/+$/, '')}/${FILES.html}`;
  const below = relative(cwd, resolve(cwd, path));
  return below.startsWith('..') ? path : below;
}
