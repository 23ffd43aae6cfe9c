import { relative, resolve } from 'node:path';
import type { ReporterName } from '../../config/reporters.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { github } from '../../report/github.ts';
import { har } from '../../report/har.ts';
import { html } from '../../report/html/html.tsx';
import { junit } from '../../report/junit.ts';
import { markdown } from '../../report/markdown.ts';
import type { Result } from '../../result/result.ts';
import type { View } from '../../result/view/view.ts';
import { inertJson } from '../../text/inert.ts';
import { FILES } from './folder.ts';

/** Every format except the terminal's: a pure function of a run. */
export const FORMATS: Readonly<Record<Exclude<ReporterName, 'terminal'>, Render>> = {
  json: ({ result }) => `${inertJson(result, 2)}\n`,
  html,
  junit: ({ view, folder }, cwd) => junit(view, folder === undefined ? undefined : attachment(folder, cwd)),
  har: ({ result, exchanges }) => har(result, exchanges),
  markdown: ({ view }) => markdown(view),
  github: ({ view }) => github(view),
};

/** @param cwd the working folder; paths in a report are relative to it */
type Render = (run: Viewed, cwd: string) => string | Iterable<string>;

export interface Reported {
  readonly result: Result;
  /** The client's and k6's. */
  readonly exchanges: Iterable<Exchange>;
  /** The run's folder, for reports whose option names no path. */
  readonly folder: string | undefined;
}

/** A run as reporters see it: with the view, computed once for all reports. */
export interface Viewed extends Reported {
  readonly view: View;
}

/** The reports of every run, independent of `--reporter`: they are cheap, and save a second run. */
export const KEPT = ['html', 'junit', 'markdown'] as const satisfies readonly ReporterName[];

/** GitLab reads attachments relative to the project's folder, the working folder of a job. */
function attachment(folder: string, cwd: string): string {
  const path = `${folder.replace(/\/+$/, '')}/${FILES.html}`;
  const below = relative(cwd, resolve(cwd, path));
  return below.startsWith('..') ? path : below;
}
