import { relative, resolve } from 'node:path';
import type { Exchange, Wait } from '../../exchange/index.ts';
import { badge } from '../../reporters/badge.ts';
import { ctrf } from '../../reporters/ctrf.ts';
import { github } from '../../reporters/github.ts';
import { har } from '../../reporters/har.ts';
import { html, htmlSplit, stylesheet } from '../../reporters/html/page/page.tsx';
import { junit } from '../../reporters/junit/junit.ts';
import { markdown } from '../../reporters/markdown/markdown.ts';
import { json } from '../../reporters/text/inert.ts';
import type { Result } from '../../result/result.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { FILES } from './folder.ts';

/** Every format except the terminal's, as a pure function of a run. */
const FORMATS = {
  json: ({ result }) => json(result),
  html: (run, { htmlAssets }) => (htmlAssets === 'split' ? htmlSplit(run, FILES.css) : html(run)),
  junit: ({ summary, folder }, { junitInconclusive }, cwd) =>
    junit(summary, {
      inconclusive: junitInconclusive,
      ...(folder === undefined ? {} : { attachment: attachment(folder, cwd) }),
    }),
  ctrf: ({ summary }) => ctrf(summary),
  har: ({ result, exchanges }) => har(result, exchanges),
  markdown: ({ summary }) => markdown(summary),
  github: ({ summary }) => github(summary),
  badge: ({ summary }) => badge(summary),
} as const satisfies Record<
  string,
  (run: Summarised, options: FormatOptions, cwd: string) => string | Iterable<string>
>;

/** A run as reporters see it. */
export interface Reported {
  readonly result: Result;
  /** The client's and k6's. */
  readonly exchanges: Iterable<Exchange>;
  readonly waits: readonly Wait[];
  /** Folder of files without a path. */
  readonly folder: string | undefined;
}

/** Adds the summary, computed once for all reports. */
export interface Summarised extends Reported {
  readonly summary: Summary;
}

export interface FormatOptions {
  readonly junitInconclusive: 'error' | 'skipped';
  /** Whether the HTML report contains its style sheet or links a separate file. */
  readonly htmlAssets: 'inline' | 'split';
}

export type ReporterName = 'terminal' | keyof typeof FORMATS;

export const REPORTERS = ['terminal', ...(Object.keys(FORMATS) as (keyof typeof FORMATS)[])] as const;

/** @param cwd the working folder; paths in a report are relative to it */
export function rendered(
  name: keyof typeof FORMATS,
  run: Summarised,
  options: FormatOptions,
  cwd: string,
): string | Iterable<string> {
  return FORMATS[name](run, options, cwd);
}

/** Additional files of a report. */
export function besideOf(name: ReporterName, { htmlAssets }: FormatOptions) {
  return name === 'html' && htmlAssets === 'split' ? [{ file: FILES.css, text: stylesheet() }] : [];
}

/** The file that a reporter writes in the run's folder; reporters without one print to stdout. */
export function fileOf(name: ReporterName): string | undefined {
  switch (name) {
    case 'terminal':
    case 'json':
    case 'github':
      return undefined;
    case 'html':
    case 'junit':
    case 'ctrf':
    case 'har':
    case 'markdown':
    case 'badge':
      return FILES[name];
  }
}

/** The reports of every run, independent of `--reporter`: they are cheap, and save a second run. */
export const KEPT = ['html', 'junit', 'markdown'] as const satisfies readonly ReporterName[];

/** GitLab reads attachments relative to the project's folder, the working folder of a job. */
function attachment(folder: string, cwd: string): string {
  const path = `${folder.replace(/\/+$/, '')}/${FILES.html}`;
  const below = relative(cwd, resolve(cwd, path));
  return below.startsWith('..') ? path : below;
}
