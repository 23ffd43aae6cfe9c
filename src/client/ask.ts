import {
  type EndReason,
  type Exchange,
  type Head,
  isAnswered,
  isIntermediary,
  type JournalRecord,
  type Skip,
  stopOf,
  type Wait,
} from '../exchange/index.ts';
import type { Clock } from '../io/clock.ts';
import { isNotSent, type Probe, type ProbeRequest, presentsKey, type Situation } from '../probes/index.ts';
import { pause } from './pace.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Send } from './send.ts';

/** What one request after the other is sent with. */
export interface Means {
  readonly head: Head;
  readonly probes: readonly Probe[];
  readonly send: Send;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called for every record, in order. */
  readonly record: (record: JournalRecord) => void;
}

/** A run under way: what was recorded, and how often it was limited or left without an answer. */
export interface Run extends Means {
  readonly exchanges: Exchange[];
  /** What was asked, by the number of its exchange. */
  readonly requests: Map<number, ProbeRequest>;
  readonly skips: Skip[];
  readonly waits: Wait[];
  limited: number;
  silent: number;
  lost: number;
}

/** Ends the run from wherever it is. */
export class Stop extends Error {
  override readonly name = 'Stop' as const;
  readonly reason: EndReason;
  constructor(reason: EndReason) {
    super(reason);
    this.reason = reason;
  }
}

/** A 429 that asks for more than this beyond a window is the day's limit or a ban: the run ends. */
const PATIENCE_MS = 5_000;
/** After so many probes in a row without an answer, each sent twice, the first contact is asked again: does the service still answer at all? */
const SILENT_IN_A_ROW = 3;
/** A service that is deployed anew is back by then. */
const RESTART_MS = 3_000;
/** So many requests that were waited for in vain end the run. */
const LOST_IN_ALL = 12;
/** A connection that is closed at once costs nobody time. */
const AT_ONCE_MS = 1_000;

/** A copy: probes remember what they read of an array of exchanges, and this one still grows. */
export const situationOf = (run: Run): Situation => ({ settings: run.head.settings, exchanges: [...run.exchanges] });

/**
 * Sends a request; once more where it was lost or an intermediary answered. An unplanned 429 is waited out once in a run.
 * Throws a Stop where the run is to end.
 */
export async function ask(run: Run, request: ProbeRequest, probe: string, phase?: string): Promise<void> {
  let exchange = await once(run, request, probe, phase);
  if (isLost(exchange)) {
    await wait(run, 250, `${probe} got no answer: once more`);
    exchange = await once(run, request, probe, phase);
    if (isAnswered(exchange) && exchange.received.cut === undefined) run.silent = 0;
    else await countSilence(run);
  } else run.silent = 0;
  if (isAnswered(exchange) && exchange.received.status === 429) {
    const patience = run.head.settings.windowSeconds * 1000 + PATIENCE_MS;
    const asked = retryAfterMs(exchange) ?? patience;
    run.limited += 1;
    if (run.limited > 1 || asked > patience) throw new Stop('rate-limited');
    await wait(run, asked + 50, `an unplanned 429 on ${probe}: waiting as Retry-After says`);
  }
}

async function countSilence(run: Run): Promise<void> {
  run.silent += 1;
  if (run.silent < SILENT_IN_A_ROW) return;
  const [contact] = run.probes;
  const request = contact?.build(situationOf(run));
  if (contact === undefined || request === undefined || isNotSent(request)) throw new Stop('unanswered');
  let control = await once(run, request, contact.id);
  if (isLost(control)) {
    await wait(run, RESTART_MS, 'the service does not answer at all: does it restart?');
    control = await once(run, request, contact.id);
  }
  if (isLost(control)) throw new Stop('unanswered');
  run.silent = 0;
}

export function isLost(exchange: Exchange): boolean {
  if (!isAnswered(exchange)) return true;
  const { cut } = exchange.received;
  return (cut !== undefined && cut.code !== 'TOO_LARGE') || isIntermediary(exchange.received);
}

/** Sends a request when its turn has come; throws a Stop where nothing more is to be sent. */
export async function once(run: Run, request: ProbeRequest, probe: string, phase?: string): Promise<Exchange> {
  const { settings } = run.head;
  if (run.signal.aborted) throw new Stop(stopOf(run.signal.reason));
  if (run.exchanges.length >= settings.maxRequests) throw new Stop('request-budget');
  const rest = pause(run.exchanges, run.waits, settings, presentsKey(request.credential), run.clock.now());
  if (rest !== undefined) await wait(run, rest.milliseconds, rest.reason);
  const exchange = await run.send(request, probe, phase);
  run.requests.set(exchange.seq, request);
  keep(run, exchange);
  if (isLost(exchange) && exchange.received.at - exchange.sent.at >= AT_ONCE_MS) run.lost += 1;
  if (run.lost >= LOST_IN_ALL) throw new Stop('unanswered');
  if (run.signal.aborted) throw new Stop(stopOf(run.signal.reason));
  return exchange;
}

export function keep(run: Run, exchange: Exchange): void {
  run.exchanges.push(exchange);
  run.record(exchange);
}

/** Waits so many milliseconds, and records why; throws a Stop where the run is to end meanwhile. */
export async function wait(run: Run, milliseconds: number, reason: string): Promise<void> {
  if (milliseconds <= 0) return;
  const at = run.clock.now();
  const record: Wait = { v: 1, kind: 'wait', at, until: at + milliseconds, reason };
  run.waits.push(record);
  run.record(record);
  try {
    await run.clock.sleep(milliseconds, run.signal);
  } catch (cause) {
    throw run.signal.aborted ? new Stop(stopOf(run.signal.reason)) : cause;
  }
}
