import { join } from 'node:path';
import type { JournalRecord } from '../../exchange/records/journal-record.ts';
import type { Head } from '../../exchange/records/run-record.ts';
import type { KeyLabel } from '../../exchange/records/schema.ts';
import { UnwrittenError } from '../../exchange/trace.ts';
import type { Io, Output } from '../../io/io.ts';
import { whyNoPrivateFolder } from '../../k6/run/folder.ts';
import type { Block } from '../../ledger/entry.ts';
import type { Result } from '../../result/result.ts';
import { type KeyUse, type KeyUser, objectionsToKeys } from '../../run/lifecycle/key-budget.ts';
import { lockKeys, type SentByKey } from '../../run/lifecycle/lock-keys.ts';
import { UsageError } from '../../run/lifecycle/refusal.ts';
import { checkFits } from '../../run/lifecycle/run-budget.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { inert } from '../../text/inert.ts';
import { confirm } from '../console/confirm.ts';
import { paintFor, widthFor } from '../console/console.ts';
import { collectProblems, type Problems } from '../console/problems.ts';
import { openRunFolder, type RunFolder } from '../files/folder.ts';
import type { Reported } from '../files/reporters.ts';
import type { FutureK6 } from '../find-k6.ts';
import { onInterrupt } from '../live/interrupt.ts';
import type { Watch } from '../live/watch.ts';
import type { Settings } from '../options/settings.ts';
import { type Layout, refusalText } from '../preview/layout.ts';

/** A command that sends requests, as far as it is known before the first of them. */
interface Job {
  readonly settings: Settings;
  readonly head: Head;
  /** Ends the name of the run's folder without `--out`: several instances may share a disk. */
  /** Planned duration in seconds. */
  readonly seconds: number;
  readonly keyUses: readonly KeyUse[];
  /** Why it exceeds a budget of the configuration. */
  readonly overBudget: readonly string[];
  readonly estimate: (layout: Layout) => string;
  /** The requests in order, for a dry run. */
  readonly requests: (layout: Layout) => string;
  /** Present if other machines send the requests: writes their input. */
  readonly handOver?: ((folder: RunFolder) => void) | undefined;
  /** Loads the recorder, after the estimate is printed: loading takes time. */
  readonly load: () => Promise<Recorder>;
}

/** Sends and records the requests of a job, then judges them. */
export interface Recorder {
  readonly live: Watch;
  /** Starts the search for k6. Absent if k6 is not needed. */
  readonly findK6?: ((signal: AbortSignal) => FutureK6) | undefined;
  readonly record: (recording: {
    readonly signal: AbortSignal;
    readonly onRecord: (record: JournalRecord) => void;
    readonly k6: FutureK6 | undefined;
  }) => Promise<Judged>;
}

export interface Judged extends Omit<Reported, 'folder'> {
  readonly sent: SentByKey;
  readonly blocks?: Readonly<Record<KeyLabel, Block>>;
}

/** Runs a job from its estimate to its report. Returns the exit code. */
export async function runJob(job: Job, io: Io): Promise<number> {
  const { head, settings, overBudget, keyUses } = job;
  const { target, reporting } = settings;
  const user: KeyUser = { ...target, run: head.run };
  const layoutFor = ({ isTTY, columns }: Output): Layout => ({
    paint: paintFor(io.env, isTTY),
    width: widthFor(columns),
    verbose: reporting.verbose,
  });
  if (!reporting.quiet) io.stderr.write(`${job.estimate(layoutFor(io.stderr))}\n`);
  checkFits(settings.maxMs, job.seconds);
  if (settings.dryRun) {
    const objections = [...target.objections, ...overBudget, ...objectionsToKeys(keyUses, user, io)];
    const layout = layoutFor(io.stdout);
    io.stdout.write(`${job.requests(layout)}${refusalText(objections, layout.width)}`);
    return 0;
  }
  if (overBudget.length > 0) throw new UsageError(overBudget.map((reason) => `${reason}; nothing was sent`));
  if (target.question !== undefined) await confirm(target.question, io);
  const openFolder = () => openRunFolder(settings.out ?? join('reports', head.run), io);
  if (job.handOver !== undefined) {
    job.handOver(openFolder());
    return 0;
  }
  const { live, findK6, record } = await job.load();
  const noFolder = findK6 === undefined ? undefined : whyNoPrivateFolder();
  if (noFolder !== undefined) throw new UsageError([noFolder]);
  const { report } = await import('../files/report.ts');
  const keys = lockKeys(keyUses, user, io);
  for (const warning of keys.warnings) io.stderr.write(`warning: ${warning}\n`);
  const { signal, stop, release } = onInterrupt(io, live.print, { maxMs: settings.maxMs });
  // Ends the search for k6 if the run ends before it needs k6.
  const search = new AbortController();
  try {
    const k6 = findK6?.(AbortSignal.any([signal, search.signal]));
    await k6?.ready;
    live.begin();
    const folder = openFolder();
    keys.reserve();
    io.run.folder = folder.path;
    const unwritten = collectProblems();
    const onRecord = (one: JournalRecord) => {
      if (unwritten.all().length === 0 && !tryWrite(() => folder.record(one), unwritten)) stop(new UnwrittenError());
      live.see(one);
    };
    const judged = await record({ signal, onRecord, k6 });
    live.end();
    const [writeError] = unwritten.all();
    let result = writeError === undefined ? judged.result : cutOff(judged.result, inert(writeError));
    const { residue } = result;
    const unwrittenPaths = new Set<string>();
    const reportTo = (part: 'files' | 'printed', problems: Problems) =>
      tryWrite(
        () => report({ ...judged, result, folder: folder.path }, reporting, true, io, [part], unwrittenPaths),
        problems,
      );
    io.run.outcome = result.outcome;
    folder.close();
    if (!tryWrite(() => folder.finish(result), unwritten) && residue.length > 0)
      unwritten.add(
        `animals that remain in the store: ${residue.map(({ id }) => inert(id ?? 'unknown id')).join(', ')}`,
      );
    reportTo('files', unwritten);
    const setPartError = (problem: string) => {
      result = unwrittenPart(result, inert(problem));
      io.run.outcome = result.outcome;
      // As far as it succeeds: the cause is known.
      const known = collectProblems();
      tryWrite(() => folder.finish(result), known);
      reportTo('files', known);
    };
    const [lostFile] = unwritten.all();
    if (lostFile === undefined) io.run.setPrintError = setPartError;
    else if (writeError === undefined) setPartError(lostFile);
    reportTo('printed', unwritten);
    // Last, because it fails if the state folder cannot be written. The reservation then stays in the ledger.
    keys.settle(judged.sent, judged.blocks);
    unwritten.check();
    return result.exitCode;
  } finally {
    // After a complete run, only release has something left to do.
    search.abort();
    keys.release();
    live.end();
    release();
  }
}

/** The result of a run without its journal: incomplete. It was stopped, but not interrupted. */
function cutOff(result: Result, writeError: string): Result {
  return { ...result, exitCode: EXIT.incomplete, run: { ...result.run, end: 'cut-off', writeError } };
}

/** The result of a run that could not write one of its files, or not print: it does not pass. A violation remains one. */
function unwrittenPart(result: Result, writeError: string): Result {
  const outcome = result.outcome === 'passed' ? 'incomplete' : result.outcome;
  return { ...result, outcome, exitCode: EXIT.incomplete, run: { ...result.run, writeError } };
}

/** Whether a write succeeds. The requests are sent, so a failed write is a problem of the end: the verdict is still reported. */
function tryWrite(write: () => void, problems: Problems): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    for (const problem of error.problems) problems.add(problem);
    return false;
  }
}
