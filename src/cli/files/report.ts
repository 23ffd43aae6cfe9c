import { appendFileSync, closeSync, fstatSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Named, ReporterName } from '../../config/reporters.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { codeOf } from '../../io/files.ts';
import type { Io } from '../../io/io.ts';
import { github } from '../../report/github.ts';
import { har } from '../../report/har.ts';
import { html } from '../../report/html/html.tsx';
import { junit } from '../../report/junit.ts';
import { markdown, STEP_SUMMARY } from '../../report/markdown.ts';
import { terminal } from '../../report/terminal.ts';
import type { Result } from '../../result/result.ts';
import { type View, viewOf } from '../../result/view/view.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { inert, inertJson } from '../../text/inert.ts';
import { shellWord } from '../../text/shell-word.ts';
import { called, fitted, paintFor, widthFor } from '../console/console.ts';
import type { Reporting } from '../options/settings.ts';
import { FILES, fileOf, shortPath } from './folder.ts';

export interface Reported {
  readonly result: Result;
  /** The client's and k6's. */
  readonly exchanges: Iterable<Exchange>;
  /** The run's folder, for reports whose option names no path. */
  readonly folder: string | undefined;
}

/** A run as reporters see it: with the view, computed once for all reports. */
interface Viewed extends Reported {
  readonly view: View;
}

/** The reports of every run, independent of `--reporter`: they are cheap, and save a second run. */
const KEPT = ['html', 'junit', 'markdown'] as const satisfies readonly ReporterName[];

/** A text, and where it goes. Without a path: stdout. */
interface OutputText {
  readonly name: string;
  readonly path: string | undefined;
  readonly text: () => string | Iterable<string>;
}

/** The outputs of a run; with `keep`, also the standard files of its folder. Each function returns the problems of failed writes. */
export function reports(reported: Reported, reporting: Reporting, keep: boolean, io: Io) {
  const { result, folder } = reported;
  const view = viewOf(result, { called: called(io), folder: folder && shellWord(folder) });
  const run = { ...reported, view };
  const outputs = (all: readonly Named[]) =>
    all
      .map((named) => destination(named, run))
      .map(({ name, path }): OutputText => ({ name, path, text: () => textOf(name, path, run, reporting, keep, io) }));
  const asked = outputs(reporting.reporters);
  const kept = keep ? outputs(KEPT.map((name) => ({ name, path: undefined }))) : [];
  const records = keep && folder !== undefined ? recordsOf(result, folder) : [];
  const files = [...records, ...kept, ...asked].filter(({ path }) => path !== undefined);
  // A reporter may be asked for what is kept anyway.
  const distinct = new Map(files.map((file) => [`${file.name} ${file.path}`, file]));
  const attemptAll = async (all: Iterable<OutputText>) => {
    const problems: string[] = [];
    for (const { name, path, text } of all)
      try {
        await put(path, text(), isInside(path, folder, io) ? 0o600 : 0o666, io);
      } catch (error) {
        if (!(error instanceof Error && 'syscall' in error)) throw error;
        problems.push(`cannot write ${name} to ${path ?? 'stdout'} (${codeOf(error)})`);
        if (name === 'results' && result.residue.length > 0)
          problems.push(
            `animals that remain in the store: ${result.residue.map(({ id }) => inert(id ?? 'unknown id')).join(', ')}`,
          );
      }
    return problems;
  };
  return {
    write: () => attemptAll(distinct.values()),
    print: async () => {
      if (asked.some(({ name }) => name === 'github')) appendSummary((most) => markdown(view, most), io);
      const problems = await attemptAll(asked.filter(({ path }) => path === undefined));
      if (reporting.quiet && result.setUp !== undefined) io.stderr.write(mistake(result.setUp, io));
      for (const { name, path } of reporting.quiet || result.run.writeError !== undefined ? [] : asked)
        if (path !== undefined) io.stderr.write(`${name}: ${path}\n`);
      return problems;
    },
  };
}

/** Writes and prints every output of a run. Returns the failed writes, `cutBy` first: the one that cut off the journal. */
export async function writeOutputs(run: Reported, cutBy: string | undefined, reporting: Reporting, io: Io) {
  let result = cutBy === undefined ? run.result : incomplete(run.result, cutBy, 'cut-off');
  const problems = cutBy === undefined ? [] : [cutBy];
  for (const act of ['write', 'print'] as const) {
    const failed = await reports({ ...run, result }, reporting, true, io)[act]();
    problems.push(...failed);
    if (problems[0] === undefined || result.run.writeError !== undefined) continue;
    // Other files that are written already must not say that the run passed.
    result = incomplete(result, problems[0]);
    await reports({ ...run, result }, reporting, true, io).write();
  }
  return { result, problems };
}

/** The result of a run of which a write failed: it does not pass. A violation remains one. */
function incomplete(result: Result, writeError: string, end = result.run.end): Result {
  const outcome = result.outcome === 'passed' ? 'incomplete' : result.outcome;
  return { ...result, outcome, exitCode: EXIT.incomplete, run: { ...result.run, end, writeError: inert(writeError) } };
}

/** What `report` reads. First the animals: the file is small, and they remain. */
function recordsOf(result: Result, folder: string): OutputText[] {
  const residue = { schemaVersion: 1, run: result.run.id, animals: result.residue };
  return [
    { name: 'residue', path: join(folder, FILES.residue), text: () => `${JSON.stringify(residue, null, 2)}\n` },
    { name: 'results', path: join(folder, FILES.results), text: () => `${inertJson(result, 2)}\n` },
  ];
}

/** A reporter with its path; without one, it prints to stdout. */
function destination({ name, path }: Named, { folder }: Reported): Named {
  const file = fileOf(name);
  if (path === '-') return { name, path: undefined };
  return { name, path: path ?? (file === undefined || folder === undefined ? undefined : join(folder, file)) };
}

/** The text of a report. Paths in it are relative to the working folder. */
function textOf(
  name: ReporterName,
  path: string | undefined,
  run: Viewed,
  reporting: Reporting,
  keep: boolean,
  io: Io,
): string | Iterable<string> {
  const { result, view, exchanges, folder } = run;
  switch (name) {
    case 'json':
      return `${inertJson(result, 2)}\n`;
    case 'html':
      return html(view, exchanges);
    case 'junit':
      // GitLab reads attachments relative to the project's folder, the working folder of a job.
      return junit(view, folder === undefined ? undefined : shortPath(join(folder, FILES.html), io));
    case 'har':
      return har(result, exchanges);
    case 'markdown':
      return markdown(view);
    case 'github':
      return github(view);
    case 'terminal':
      return reporting.quiet
        ? quiet(view)
        : terminal(view, {
            paint: paintFor(io.env, path === undefined && io.stdout.isTTY === true),
            width: widthFor(path === undefined ? io.stdout.columns : undefined),
            verbose: reporting.verbose,
            folder: keep ? folder : undefined,
          });
  }
}

/** The outcome in one line. It says if waivers made the run pass, or if a run that passed was read-only. */
function quiet({ result, waived }: View): string {
  const { outcome, run, settings } = result;
  const isPart = outcome === 'passed' && settings.readOnly;
  return `${outcome}${isPart ? ', read-only' : ''}${waived}${run.end === 'interrupted' ? ' (interrupted)' : ''}\n`;
}

/** A set-up mistake and its fix. Printed even with `--quiet`. */
const mistake = ({ message, fix }: NonNullable<Result['setUp']>, { stderr }: Io) =>
  `storecheck: ${fitted(`${inert(message)}\n  ${inert(fix)}\n`, stderr)}`;

/** Files in the run's folder are readable only by their owner (0600), like the folder. Others are for others: the umask decides. */
function isInside(path: string | undefined, folder: string | undefined, { cwd }: Io): boolean {
  if (path === undefined || folder === undefined) return false;
  return resolve(cwd, path).startsWith(join(resolve(cwd, folder), '/'));
}

async function put(
  path: string | undefined,
  text: string | Iterable<string>,
  mode: number,
  { cwd, stdout }: Io,
): Promise<void> {
  const parts = typeof text === 'string' ? [text] : text;
  if (path === undefined) {
    for (const part of parts)
      await new Promise<void>((resolve, reject) => {
        // A reader that has gone needs no output.
        stdout.write(part, (error) => (error && codeOf(error) !== 'EPIPE' ? reject(error) : resolve()));
      });
    return;
  }
  const place = resolve(cwd, path);
  const file = openSync(place, 'w', mode);
  try {
    // Unlike writeSync, it continues after a partial write, so a full disk is an error.
    for (const part of parts) writeFileSync(file, part);
  } catch (error) {
    // A part of a report would be taken for the report.
    if (fstatSync(file).isFile()) rmSync(place);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** GitHub joins the summaries of a step, and drops all of them if they are too long. It is a copy, so a failure is a warning. */
export function appendSummary(
  textFor: (most: number) => string,
  { env, cwd, stderr }: Pick<Io, 'env' | 'cwd' | 'stderr'>,
): void {
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file === '') return;
  const path = resolve(cwd, file);
  try {
    const used = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const most = STEP_SUMMARY - used;
    if (most > 1_000) appendFileSync(path, textFor(most), { mode: 0o600 });
  } catch (error) {
    stderr.write(`storecheck: warning: cannot write the job summary to ${inert(file)} (${codeOf(error)})\n`);
  }
}
