import { join } from 'node:path';
import type { JournalRecord } from '../../exchange/records/journal-record.ts';
import type { Head } from '../../exchange/records/run-record.ts';
import type { KeyLabel } from '../../exchange/records/schema.ts';
import { UnwrittenError } from '../../exchange/trace.ts';
import type { FoundK6, Io, Output } from '../../io/io.ts';
import { whyNoPrivateFolder } from '../../k6/run/folder.ts';
import type { Block } from '../../ledger/ledger.ts';
import { checkFits } from '../../run/cost.ts';
import { UsageError } from '../../run/errors.ts';
import { type KeyUse, lockKeys, objectionsToKeys, type SentByKey } from '../../run/lock-keys.ts';
import { confirm, paintFor, widthFor } from '../console/console.ts';
import { type Layout, refusalText } from '../estimate.ts';
import { openRunFolder, type RunFolder } from '../files/folder.ts';
import type { Reported } from '../files/report.ts';
import { findK6 } from '../find-k6.ts';
import type { SendSettings } from '../options/settings.ts';
import type { Watch } from '../watch.ts';
import { onInterrupt } from './interrupt.ts';

/** A command that sends requests, as far as it is known before the first of them. */
interface Job {
  readonly settings: SendSettings;
  readonly head: Head;
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
  readonly needsK6: boolean;
  /** Loads the recorder, after the estimate is printed: loading takes time. */
  readonly load: () => Promise<Recorder>;
}

/** Sends and records the requests of a job, then judges them. */
export interface Recorder {
  readonly live: Watch;
  readonly record: (recording: {
    readonly signal: AbortSignal;
    readonly onRecord: (record: JournalRecord) => void;
    readonly k6: FoundK6 | undefined;
  }) => Promise<Recorded>;
}

interface Recorded extends Omit<Reported, 'folder'> {
  readonly sent: SentByKey;
  readonly blocks?: Readonly<Record<KeyLabel, Block>>;
}

/** Runs a job: estimate → confirm → find k6 → lock keys → record and judge → report. Returns the exit code. */
export async function runJob(job: Job, io: Io): Promise<number> {
  const { head, settings, overBudget, keyUses } = job;
  const { target, reporting, maxMs } = settings;
  const user = { ...target, run: head.run, maxMs };
  const layoutFor = ({ isTTY, columns }: Output): Layout => ({
    paint: paintFor(io.env, isTTY),
    width: widthFor(columns),
  });
  if (!reporting.quiet) io.stderr.write(`${job.estimate(layoutFor(io.stderr))}\n`);
  checkFits(maxMs, job.seconds);
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
  const { live, record } = await job.load();
  const noFolder = job.needsK6 ? whyNoPrivateFolder() : undefined;
  if (noFolder !== undefined) throw new UsageError([noFolder]);
  const { writeOutputs } = await import('../files/report.ts');
  const { signal, stop, stopListening } = onInterrupt(io, live.print, maxMs);
  let unlockKeys: (() => void) | undefined;
  try {
    const k6 = job.needsK6 ? await findK6({ path: settings.k6, print: live.say, signal }, io) : undefined;
    if (k6 !== undefined) live.say(`  k6 ${k6.version} (${k6.path})\n\n`);
    const keys = lockKeys(keyUses, user, io);
    unlockKeys = keys.unlock;
    live.begin();
    const folder = openFolder();
    /** The failed write after which the journal has no more records. What was sent until then is judged. */
    let cutBy: string | undefined;
    const onRecord = (one: JournalRecord) => {
      try {
        if (cutBy === undefined) folder.record(one);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        cutBy = error.message;
        stop(new UnwrittenError());
      }
      live.see(one);
    };
    const judged = await record({ signal, onRecord, k6 });
    live.end();
    folder.close();
    const { result, problems } = await writeOutputs({ ...judged, folder: folder.path }, cutBy, reporting, io);
    // Last, because it fails if the state folder cannot be written. The maximum then remains in the ledger.
    const unsettled = keys.settle(judged.sent, judged.blocks);
    const failed = unsettled === undefined ? problems : [...problems, unsettled];
    if (failed.length === 0) return result.exitCode;
    throw new UsageError([...failed, `the verdict was ${result.outcome}; the run's folder is ${folder.path}`], true);
  } finally {
    // `settle` has unlocked the keys of a complete run.
    unlockKeys?.();
    live.end();
    stopListening();
  }
}
