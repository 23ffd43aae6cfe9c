import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { JournalRecord } from '../exchange/records/journal-record.ts';
import type { EndReason, Head, Skip, Wait } from '../exchange/records/run-record.ts';
import { stopOf, type Trace } from '../exchange/trace.ts';
import type { Clock } from '../io/clock.ts';
import type { Probe, ProbeRequest, Situation } from '../probes/probe.ts';
import type { Confirmation } from '../probes/request.ts';

export interface Labelled {
  readonly request: ProbeRequest;
  readonly probe: string;
  readonly phase?: string;
}

export type Send = (labelled: Labelled) => Promise<Exchange>;

/** Sends all requests concurrently, each on its own connection. Exchanges are in the order in which they ended. */
export type SendTogether = (requests: readonly Labelled[]) => Promise<readonly Exchange[]>;

/** What a run sends, how, and the decisions that the conductor delegates: it sends and records, but never judges. */
export interface Conduct {
  readonly head: Head;
  readonly probes: readonly Probe[];
  readonly send: Send;
  readonly sendTogether: SendTogether;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly record: (record: JournalRecord) => void;
  /** A request after the first contact that distinguishes a set-up mistake from a finding. */
  readonly setUpRequest: (trace: Trace) => Labelled | undefined;
  readonly isSetUpMistake: (trace: Trace) => boolean;
  /** What is open after the responses so far, to be sent again before a violation is reported. */
  readonly confirmation: (trace: Trace) => Confirmation;
}

export interface Run extends Conduct {
  readonly exchanges: Exchange[];
  readonly requests: Map<number, ProbeRequest>;
  readonly skips: Skip[];
  readonly waits: Wait[];
  limited: number;
  silent: number;
  /** Slow failures: time-outs, for example. */
  lost: number;
}

/** The end of a run before it is complete. */
export class Stop extends Error {
  override readonly name = 'Stop' as const;
  readonly reason: EndReason;
  constructor(reason: EndReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Throws a Stop if the run was interrupted, or has no time left. */
export function throwIfStopped({ signal }: Run): void {
  if (signal.aborted) throw new Stop(stopOf(signal.reason));
}

/** A copy, because probes cache by array, and this array still grows. */
export const situationOf = (run: Run): Situation => ({ settings: run.head.settings, exchanges: [...run.exchanges] });

export function keep(run: Run, exchange: Exchange, request: ProbeRequest): void {
  run.requests.set(exchange.seq, request);
  run.exchanges.push(exchange);
  run.record(exchange);
}
