import { appendFileSync, closeSync, fstatSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ReporterName, ReportOutput } from '../../config/reporters.ts';
import type { AllSettings } from '../../config/table.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { systemCode } from '../../io/files.ts';
import type { Io } from '../../io/io.ts';
import { github } from '../../report/github.ts';
import { har } from '../../report/har.ts';
import { html } from '../../report/html/html.tsx';
import { junit } from '../../report/junit.ts';
import { MAX_SUMMARY_BYTES, markdown } from '../../report/markdown.ts';
import { terminal } from '../../report/terminal.ts';
import type { Result } from '../../result/result.ts';
import { shownExchanges } from '../../result/view/shown-exchanges.ts';
import { type View, viewOf } from '../../result/view/view.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { inert, inertJson, shellWord } from '../../text/inert.ts';
import { fitted, layoutFor, toolCommand } from '../console.ts';
import { FILES, fileOf, shortPath } from './folder.ts';

export interface JudgedRun {
  readonly result: Result;
  /** The exchanges of the client and of k6. */
  readonly exchanges: Iterable<Exchange>;
  /** The run's folder, for reports whose option names no path. */
  readonly folder: string;
}

/** How a run is reported. `reporter`: the reports to write; without an option, the default ones. */
type ReportOptions = Pick<AllSettings, 'quiet' | 'verbose'> & { readonly reporter: readonly ReportOutput[] };

/** The reports that every run writes, whatever `--reporter` says: they are cheap, and save a second run. */
const STANDARD = ['html', 'junit', 'markdown'] as const satisfies readonly ReporterName[];

type Text = string | Iterable<string>;

/** A text, and where it goes. Without a path: stdout. */
interface OutputText {
  readonly name: ReporterName | 'residue' | 'results';
  readonly path: string | undefined;
  readonly text: () => Text;
}

/** The outputs of a run; with `withStandard`, also the standard files. Each function returns the problems of failed writes. */
export function outputsOf(run: JudgedRun, options: ReportOptions & { readonly withStandard: boolean }, io: Io) {
  const { result, exchanges, folder } = run;
  const { quiet, verbose, withStandard } = options;
  const view = viewOf(result, toolCommand(io), shellWord(folder));
  const style = { verbose: verbose === true, folder: withStandard ? folder : undefined };
  const texts: Readonly<Record<ReporterName, (path?: string) => Text>> = {
    json: () => `${inertJson(result, 2)}\n`,
    html: () => html(view, shownExchanges(view, exchanges)),
    // GitLab reads attachments relative to the project's folder, the working folder of a job.
    junit: () => junit(view, shortPath(join(folder, FILES.html), io)),
    har: () => har(result, exchanges),
    markdown: () => markdown(view),
    github: () => github(view),
    terminal: (path) =>
      quiet ? verdictLine(view) : terminal(view, { ...layoutFor(path === undefined ? io.stdout : {}, io), ...style }),
  };
  const inFolder = (file = '') => (file === '' ? undefined : join(folder, file));
  const output = ({ name, path: typed = inFolder(fileOf(name)) }: ReportOutput): OutputText => {
    const path = typed === '-' ? undefined : typed;
    return { name, path, text: () => texts[name](path) };
  };
  const requested = options.reporter.map(output);
  // The small list of animals is written first, because they remain in the store.
  const residue = { schemaVersion: 1, run: result.run.id, animals: result.residue };
  const standard: OutputText[] = [
    { name: 'residue', path: inFolder(FILES.residue), text: () => `${inertJson(residue, 2)}\n` },
    { name: 'results', path: inFolder(FILES.results), text: texts.json },
    ...STANDARD.map((name) => output({ name, path: undefined })),
  ];
  const files = [...(withStandard ? standard : []), ...requested].filter(({ path }) => path !== undefined);
  // A reporter may be requested that writes a standard file.
  const distinct = new Map(files.map((file) => [`${file.name} ${file.path}`, file]));
  return {
    writeFiles: () => writeAll(distinct.values(), run, io),
    print: async () => {
      if (requested.some(({ name }) => name === 'github')) appendSummary(view, io);
      const printed = requested.filter(({ path }) => path === undefined);
      const problems = await writeAll(printed, run, io);
      if (quiet && result.setUp !== undefined) {
        const { message, fix } = result.setUp;
        io.stderr.write(`storecheck: ${fitted(`${inert(message)}\n  ${inert(fix)}\n`, io.stderr)}`);
      }
      for (const { name, path } of quiet || result.run.writeError !== undefined ? [] : requested)
        if (path !== undefined) io.stderr.write(`${name}: ${path}\n`);
      return problems;
    },
  };
}

async function writeAll(outputs: Iterable<OutputText>, { result, folder }: JudgedRun, io: Io): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, path, text } of outputs)
    try {
      if (path === undefined) await writeToStdout(text(), io);
      else writeFile(resolve(io.cwd, path), text(), resolve(io.cwd, folder));
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      problems.push(`cannot write ${name} to ${path ?? 'stdout'} (${systemCode(error)})`);
      if (name === 'results' && result.residue.length > 0) {
        const ids = result.residue.map(({ id }) => inert(id ?? 'unknown id'));
        problems.push(`animals that remain in the store: ${ids.join(', ')}`);
      }
    }
  return problems;
}

/** Writes and prints every output of a run. Also returns the problems of failed writes, first `cutBy`, which cut off the journal. */
export async function writeOutputs(run: JudgedRun, cutBy: string | undefined, options: ReportOptions, io: Io) {
  let result = cutBy === undefined ? run.result : withWriteError(run.result, cutBy, 'cut-off');
  const problems = cutBy === undefined ? [] : [cutBy];
  const outputsWith = (shown: Result) => outputsOf({ ...run, result: shown }, { ...options, withStandard: true }, io);
  let outputs = outputsWith(result);
  for (const act of ['writeFiles', 'print'] as const) {
    problems.push(...(await outputs[act]()));
    if (problems[0] === undefined || result.run.writeError !== undefined) continue;
    // The files that are already written must not say that the run passed.
    result = withWriteError(result, problems[0]);
    outputs = outputsWith(result);
    await outputs.writeFiles();
  }
  return { result, problems };
}

/** The result of a run with a failed write: it does not pass, but a failed run remains failed. */
function withWriteError(result: Result, writeError: string, end = result.run.end): Result {
  const outcome = result.outcome === 'passed' ? 'incomplete' : result.outcome;
  return { ...result, outcome, exitCode: EXIT.incomplete, run: { ...result.run, end, writeError: inert(writeError) } };
}

const verdictLine = ({ result, word }: View): string =>
  `${word.toLowerCase()}${result.run.end === 'interrupted' ? ' (interrupted)' : ''}\n`;

const partsOf = (text: Text): Iterable<string> => (typeof text === 'string' ? [text] : text);

async function writeToStdout(text: Text, { stdout }: Io): Promise<void> {
  for (const part of partsOf(text)) {
    const error = await new Promise<Error | null | undefined>((written) => stdout.write(part, written));
    // A reader that has gone needs no output.
    if (systemCode(error) === 'EPIPE') return;
    if (error) throw error;
  }
}

/** Writes a file. In the run's folder, only the owner can read it (0600). Elsewhere, the umask decides who can. */
function writeFile(path: string, text: Text, folder: string): void {
  const isInside = path.startsWith(join(folder, '/'));
  const file = openSync(path, 'w', isInside ? 0o600 : 0o666);
  try {
    // Unlike writeSync, writeFileSync continues after a partial write, so a full disk is an error.
    for (const part of partsOf(text)) writeFileSync(file, part);
  } catch (error) {
    // A part of a report would be taken for the report.
    if (fstatSync(file).isFile()) rmSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Appends to GitHub's job summary, which drops summaries that are too long. A failure is only a warning, because this is a copy. */
function appendSummary(view: View, { env, cwd, stderr }: Io): void {
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file === '') return;
  const path = resolve(cwd, file);
  try {
    const most = MAX_SUMMARY_BYTES - (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    if (most > 1_000) appendFileSync(path, markdown(view, most), { mode: 0o600 });
  } catch (error) {
    stderr.write(`storecheck: warning: cannot write the job summary to ${inert(file)} (${systemCode(error)})\n`);
  }
}
