import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JournalRecord } from '../exchange/records/journal-record.ts';
import type { Head } from '../exchange/records/run-record.ts';
import { makeFolder } from '../io/files.ts';
import type { Io } from '../io/io.ts';
import { whyNoPrivateFolder } from '../k6/run/k6-folder.ts';
import type { Layout } from '../report/terminal.ts';
import { CommandError } from '../run/errors.ts';
import { type Blocks, type KeyUse, lockKeys, objectionsToKeys, type SentByKey } from '../run/lock-keys.ts';
import type { Recording } from '../run/prepare.ts';
import { EXIT } from '../text/exit-codes.ts';
import { durationText } from '../text/number-text.ts';
import { fitted, layoutFor } from './console.ts';
import { type EstimateRow, estimateText, objectionsText } from './estimate.ts';
import { FILES, orCommandError } from './files/folder.ts';
import { type JudgedRun, writeOutputs } from './files/report-files.ts';
import { askForHost } from './options/permit.ts';
import type { SendSettings } from './options/read-settings.ts';
import { stopSignal } from './stop-signal.ts';

/** A command that sends requests: its facts before the first request, and how it sends, records and judges. */
export interface Job {
  readonly settings: SendSettings;
  readonly head: Head;
  /** The planned duration in seconds. A shorter `--max-duration` is refused. */
  readonly seconds: number;
  /** Milliseconds after which the command ends: `--max-duration`, or a multiple of the usual duration. */
  readonly maxMs: number;
  readonly keyUses: readonly KeyUse[];
  readonly estimateRows: readonly EstimateRow[];
  /** The requests in order, for a dry run. */
  readonly requestsText: (layout: Layout) => string;
  /** The progress; `end` removes it from the terminal. */
  readonly progress: { readonly onRecord: (record: JournalRecord) => void; readonly end: () => void };
  readonly needsK6: boolean;
  /** Sends and records the requests, then judges the run. */
  readonly perform: (recording: Pick<Recording, 'signal' | 'write' | 'k6'>) => Promise<CompletedRun>;
}

interface CompletedRun extends Omit<JudgedRun, 'folder'> {
  readonly sent: SentByKey;
  readonly blocks?: Blocks;
}

const lockingRun = ({ head, settings, maxMs }: Job) => ({ ...settings, run: head.run, maxMs });

export type RunFolder = ReturnType<typeof openFolder>;

/** Creates the run's folder (0700, unless it exists) and begins its journal (0600). A write that fails throws a CommandError. */
export function openFolder({ settings, head }: Job, io: Io) {
  const path = settings.out ?? join('reports', head.run);
  const place = resolve(io.cwd, path);
  const failure = `--out: cannot write to ${path}`;
  const file = orCommandError(failure, () => {
    makeFolder(place, 0o700);
    return openSync(join(place, FILES.journal), 'wx', 0o600);
  });
  // Unlike writeSync, writeFileSync continues after a partial write.
  const write = (record: JournalRecord) =>
    orCommandError(failure, () => writeFileSync(file, `${JSON.stringify(record)}\n`));
  write(head);
  return { path, write, close: () => closeSync(file) };
}

/** Prints the estimate, and asks for a confirmation. Returns false for a dry run. Throws a CommandError if the job must not start. */
export async function announce(job: Job, io: Io): Promise<boolean> {
  const { head, settings, keyUses, seconds, maxMs } = job;
  const { quiet, dryRun, host, toConfirm } = settings;
  if (!quiet) io.stderr.write(`${estimateText(head, job.estimateRows, layoutFor(io.stderr, io))}\n`);
  if (seconds * 1_000 > maxMs)
    throw new CommandError([
      `--max-duration (${durationText(maxMs)}) is too short: this run takes at least ${Math.ceil(seconds)} s; nothing was sent`,
    ]);
  if (dryRun) {
    const objections = [...settings.objections, ...objectionsToKeys(keyUses, lockingRun(job), io)];
    const layout = layoutFor(io.stdout, io);
    io.stdout.write(`${job.requestsText(layout)}${objectionsText(objections, layout.width)}`);
  } else if (toConfirm.length > 0) await askForHost(host, toConfirm, io);
  return !dryRun;
}

/** Finds k6, locks the keys, records, judges and reports. Returns the exit code. */
export async function recordJob(job: Job, io: Io): Promise<number> {
  const { settings, keyUses, progress, needsK6, perform } = job;
  const noFolder = needsK6 ? whyNoPrivateFolder() : undefined;
  if (noFolder !== undefined) throw new CommandError([noFolder]);
  const { signal, stop, stopListening } = stopSignal(io, progress.end, job.maxMs);
  let unlockKeys: ReturnType<typeof lockKeys> | undefined;
  /** Empty until requests are sent, then undefined: if sending fails, the ledger counts the maximum. */
  let sent: SentByKey | undefined = new Map();
  try {
    const say = (text: string) => {
      if (!settings.quiet) io.stderr.write(fitted(text, io.stderr));
    };
    const k6 = needsK6 ? await io.k6.find({ path: settings.k6, say, signal }) : undefined;
    if (k6 !== undefined) say(`  k6 ${k6.version} (${k6.path})\n\n`);
    unlockKeys = lockKeys(keyUses, lockingRun(job), io);
    const folder = openFolder(job, io);
    /** The problem of the failed write that cut off the journal. The requests sent until then are judged. */
    let cutBy: string | undefined;
    const write = (record: JournalRecord) => {
      try {
        if (cutBy === undefined) folder.write(record);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        cutBy = error.message;
        stop('cut-off');
      }
      if (!settings.quiet) progress.onRecord(record);
    };
    sent = undefined;
    const judged = await perform({ signal, write, k6 });
    progress.end();
    folder.close();
    const { result, problems } = await writeOutputs({ ...judged, folder: folder.path }, cutBy, settings, io);
    // Unlocks last, because this may fail. The maximum then remains in the ledger.
    const ledgerProblem = unlockKeys(judged.sent, judged.blocks);
    const failed = ledgerProblem === undefined ? problems : [...problems, ledgerProblem];
    if (failed.length === 0) return result.exitCode;
    throw new CommandError(
      [...failed, `the verdict was ${result.outcome}; the run's folder is ${folder.path}`],
      EXIT.incomplete,
    );
  } finally {
    // The keys of a complete run are unlocked already.
    unlockKeys?.(sent);
    progress.end();
    stopListening();
  }
}
