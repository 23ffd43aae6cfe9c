import { relative, resolve } from 'node:path';
import type { ReporterName } from '../../config/reporters.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Wait } from '../../exchange/records/run-record.ts';
import { github } from '../../reporters/github.ts';
import { har } from '../../reporters/har.ts';
import { html } from '../../reporters/html/page/page.tsx';
import { junit } from '../../reporters/junit/junit.ts';
import { markdown } from '../../reporters/markdown/markdown.ts';
import type { Result } from '../../result/result.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { inertJson } from '../../text/inert.ts';
import { FILES } from './folder.ts';

/** Every format except the terminal's: a pure function of a run. */
export const FORMATS: Readonly<Record<Exclude<ReporterName, 'terminal'>, Render>> = {
  json: ({ result }) => `${inertJson(result, 2)}\n`,
  html,
  junit: ({ summary, folder }, cwd) => junit(summary, folder === undefined ? undefined : attachment(folder, cwd)),
  har: ({ result, exchanges }) => har(result, exchanges),
  markdown: ({ summary }) => markdown(summary),
  github: ({ summary }) => github(summary),
};

/** @param cwd the working folder; paths in a report are relative to it */
type Render = (run: Summarised, cwd: string) => string | Iterable<string>;

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
  /** What to do next. */
  readonly advice: string | undefined;
}

/** The reports of every run, independent of `--reporter`: they are cheap, and save a second run. */
export const KEPT = ['html', 'junit', 'markdown'] as const satisfies readonly ReporterName[];

/** GitLab reads attachments relative to the project's folder, the working folder of a job. */
function attachment(folder: string, cwd: string): string {
  const path = `${folder.replace(/\/+$/, '')}/${FILES.html}`;
  const below = relative(cwd, resolve(cwd, path));
  return below.startsWith('..') ? path : below;
}
