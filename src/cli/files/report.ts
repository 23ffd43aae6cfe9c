import { appendFileSync, closeSync, fstatSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ReporterName } from '../../config/reporters.ts';
import { codeOf } from '../../io/error-code.ts';
import type { Io } from '../../io/io.ts';
import { markdown, STEP_SUMMARY } from '../../report/markdown.ts';
import { terminal } from '../../report/terminal.ts';
import type { Result } from '../../result/result.ts';
import { type View, viewOf } from '../../result/view/view.ts';
import { UsageError } from '../../run/lifecycle/refusal.ts';
import { inert } from '../../text/inert.ts';
import { shellWord } from '../../text/shell-word.ts';
import { called } from '../console/called.ts';
import { fitted, paintFor, widthFor } from '../console/console.ts';
import type { Named, Reporting } from '../options/read-reporting.ts';
import { fileOf } from './folder.ts';
import { FORMATS, KEPT, type Reported, type Viewed } from './reporters.ts';

type Part = 'files' | 'printed';

/**
 * Writes the text of every reporter; with `keep`, also the standard files of a folder. If one fails, writes the others, then throws.
 * `unwritten` has the paths that failed: calls for one run share it, and the list of reports omits them.
 */
export function report(
  reported: Reported,
  reporting: Reporting,
  keep: boolean,
  io: Io,
  parts: readonly Part[] = ['files', 'printed'],
  unwritten = new Set<string>(),
): void {
  const { result, folder } = reported;
  const view = viewOf(result, { called: called(io), folder: folder && shellWord(folder) });
  const run = { ...reported, view };
  const kept = keep ? KEPT.map((name) => destination({ name, path: undefined }, run)) : [];
  const asked = reporting.reporters.map((reporter) => destination(reporter, run));
  const written = new Map<string, ReporterName>();
  const errors: unknown[] = [];
  for (const { name, path } of [...kept, ...asked])
    try {
      if (path !== undefined && written.get(path) === name) continue;
      if (path !== undefined) written.set(path, name);
      if (name === 'github' && parts.includes('printed')) appendSummary(view, io);
      if (!parts.includes(path === undefined ? 'printed' : 'files')) continue;
      const mode = isInside(path, folder, io) ? 0o600 : 0o666;
      put(path, textOf(name, path, run, reporting, keep, io), mode, io);
    } catch (error) {
      if (path !== undefined) unwritten.add(path);
      errors.push(
        isSystemError(error)
          ? new UsageError([`cannot write ${name} to ${path ?? error.path} (${error.code})`])
          : error,
      );
    }
  if (parts.includes('printed')) {
    if (!reporting.quiet) io.stderr.write(asked.flatMap((one) => pathLine(one, unwritten)).join(''));
    else if (run.result.setUp !== undefined) io.stderr.write(mistake(run.result.setUp, io));
  }
  if (errors.length > 0) throw errors[0];
}

const isSystemError = (error: unknown): error is Error & { code: string; path?: string } =>
  error instanceof Error && 'code' in error && 'syscall' in error;

const pathLine = ({ name, path }: Named, unwritten: ReadonlySet<string>) =>
  path === undefined || unwritten.has(path) ? [] : [`${name}: ${path}\n`];

/** A reporter with its path; without one, it prints to stdout. */
function destination({ name, path }: Named, { folder }: Reported): Named {
  const file = fileOf(name);
  if (path === '-') return { name, path: undefined };
  return { name, path: path ?? (file === undefined || folder === undefined ? undefined : join(folder, file)) };
}

function textOf(
  name: ReporterName,
  path: string | undefined,
  run: Viewed,
  reporting: Reporting,
  keep: boolean,
  io: Io,
): string | Iterable<string> {
  if (name !== 'terminal') return FORMATS[name](run, io.cwd);
  if (reporting.quiet) return quiet(run.view);
  return terminal(run.view, {
    paint: paintFor(io.env, path === undefined && io.stdout.isTTY === true),
    width: widthFor(path === undefined ? io.stdout.columns : undefined),
    verbose: reporting.verbose,
    folder: keep ? run.folder : undefined,
    called: called(io),
    serve: reporting.serve,
  });
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

function put(path: string | undefined, text: string | Iterable<string>, mode: number, { cwd, stdout }: Io): void {
  const parts = typeof text === 'string' ? [text] : text;
  if (path === undefined) {
    for (const part of parts) stdout.write(part);
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
function appendSummary(view: View, { env, cwd, stderr }: Io): void {
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file === '') return;
  const path = resolve(cwd, file);
  try {
    const used = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const most = STEP_SUMMARY - used;
    if (most > 1_000) appendFileSync(path, markdown(view, most), { mode: 0o600 });
  } catch (error) {
    stderr.write(`storecheck: warning: cannot write the job summary to ${inert(file)} (${codeOf(error)})\n`);
  }
}
