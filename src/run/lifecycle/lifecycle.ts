import type { Route } from '../../client/send.ts';
import type { Exchange, Head, JournalRecord, KeyLabel, Wait } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import type { FoundK6 } from '../../io/k6-launcher.ts';
import type { Result } from '../../result/result.ts';
import type { K6Problem } from '../../text/k6-problems.ts';
import { type KeyUse, type KeyUser, objectionsToKeys } from './key-budget.ts';
import { lockKeys, type SentByKey } from './lock-keys.ts';
import { UsageError } from './refusal.ts';
import { type Bounds, checkFits, requestsToWait } from './run-budget.ts';
import { waitForReady } from './wait-for-ready.ts';

/** A command that sends requests, as far as it is known before the first of them. */
export interface Job {
  readonly head: Head;
  readonly target: Pick<KeyUser, 'host' | 'targetClass' | 'budgets'> & {
    readonly timeoutMs: number;
    readonly route: Route;
  };
  readonly bounds: Bounds;
  readonly dryRun: boolean;
  /** Planned duration in seconds. */
  readonly seconds: number;
  readonly keyUses: readonly KeyUse[];
  /** Why the guard refuses the run; a dry run prints them. */
  readonly objections: readonly string[];
  /** Why it exceeds a budget of the configuration. */
  readonly overBudget: readonly string[];
  readonly estimate: string;
  readonly show: (estimate: string) => void;
  /** The requests in order, for a dry run. */
  readonly requests: () => string;
  readonly showDryRun: (requests: string, objections: readonly string[]) => void;
  /** Asks at the terminal if no option confirmed the host. Throws a UsageError. */
  readonly confirm: () => Promise<void>;
  readonly openFolder: () => RunFolder;
  /** Present if other machines send the requests: writes their input. */
  readonly handOver?: ((folder: RunFolder) => void) | undefined;
  /** Loads the recorder, after the estimate is printed: loading takes time. */
  readonly load: () => Promise<Recorder>;
}

export interface RunFolder {
  readonly path: string;
  readonly record: (record: JournalRecord) => void;
  readonly finish: (result: Result) => void;
}

/** Sends and records the requests of a job, then judges them. */
export interface Recorder {
  /** Shows progress. */
  readonly live: Live;
  /** Starts listening for Ctrl-C and `--max-duration`. */
  readonly stopOnInterrupt: () => { readonly signal: AbortSignal; readonly release: () => void };
  /** Starts the search for k6. Absent if k6 is not needed. */
  readonly findK6?: ((signal: AbortSignal) => FutureK6) | undefined;
  /** Sends and records, then judges. */
  readonly record: (recording: {
    readonly signal: AbortSignal;
    readonly record: (record: JournalRecord) => void;
    readonly k6: FutureK6 | undefined;
  }) => Promise<Judged>;
  readonly report: (judged: Judged, folder: string) => void;
}

export interface Live {
  readonly begin: () => void;
  readonly see: (record: JournalRecord) => void;
  readonly end: () => void;
  /** Shows a line, wrapped at the terminal's width. */
  readonly say: (text: string) => void;
}

/** k6, or why it is missing. */
export type K6OrReason = Pick<FoundK6, 'path' | 'version'> | { readonly missing: K6Problem };

export interface FutureK6 {
  readonly found: Promise<K6OrReason>;
  readonly isPending: () => boolean;
  /** Whether the first request needs k6. */
  readonly isNeededFirst: boolean;
}

export interface Judged {
  readonly result: Result;
  readonly exchanges: Iterable<Exchange>;
  readonly waits: readonly Wait[];
  readonly sent: SentByKey;
  /** Keys that may be banned, with the reason. They are blocked for 24 hours. */
  readonly suspicions?: Readonly<Record<KeyLabel, string>>;
}

/** Runs a job from its estimate to its report. Returns undefined if nothing was sent. */
export async function runJob(job: Job, io: Io): Promise<Result | undefined> {
  const { head, bounds, target } = job;
  const user: KeyUser = { ...target, run: head.run, before: requestsToWait(bounds) };
  job.show(job.estimate);
  checkFits(bounds, job.seconds);
  if (job.dryRun) {
    job.showDryRun(job.requests(), [...job.objections, ...job.overBudget, ...objectionsToKeys(job.keyUses, user, io)]);
    return undefined;
  }
  if (job.overBudget.length > 0) throw new UsageError(job.overBudget.map((reason) => `${reason}; nothing was sent`));
  await job.confirm();
  if (job.handOver !== undefined) {
    job.handOver(job.openFolder());
    return undefined;
  }
  const { live, findK6, record, report, stopOnInterrupt } = await job.load();
  const keys = lockKeys(job.keyUses, user, io);
  const { signal, release } = stopOnInterrupt();
  // Ends the search for k6 if the run ends before it needs k6.
  const search = new AbortController();
  try {
    const k6 = findK6?.(AbortSignal.any([signal, search.signal]));
    if (k6?.isNeededFirst === true) await k6.found;
    live.begin();
    if (bounds.waitMs !== undefined)
      await waitForReady({ ...target, head, waitMs: bounds.waitMs, keys, say: live.say, signal }, io);
    const folder = job.openFolder();
    keys.reserve();
    const see = (one: JournalRecord) => {
      folder.record(one);
      live.see(one);
    };
    const judged = await record({ signal, record: see, k6 });
    live.end();
    folder.finish(judged.result);
    report(judged, folder.path);
    // Last, because it fails if the state folder cannot be written. The reservation then stays in the ledger.
    keys.settle(judged.sent, judged.suspicions);
    return judged.result;
  } finally {
    search.abort();
    keys.release();
    live.end();
    release();
  }
}
