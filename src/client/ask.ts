import { BEYOND_WINDOW_MS, TIMER_GUARD_MS } from '../exchange/allowances.ts';
import { endedEarly, isFromIntermediary } from '../exchange/body.ts';
import { isAnswered, isRateLimited } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { JournalRecord } from '../exchange/records/journal-record.ts';
import type { EndReason, Head, Settings, Skip, Wait } from '../exchange/records/run-record.ts';
import { type AbortReason, abortReasonOf, requestsLeft } from '../exchange/trace.ts';
import type { Clock } from '../io/io.ts';
import { presentsKey } from '../probes/credential.ts';
import type { ProbeRequest } from '../probes/probe.ts';
import { recordedRequest } from '../probes/probe-request.ts';
import { retryAfterMs } from '../rules/rate/rate-reading.ts';
import { type WaitReason, waitFor } from '../text/waits.ts';
import { pauseFor, roomFor } from './pace.ts';

export interface NamedRequest {
  readonly request: ProbeRequest;
  readonly probe: string;
  readonly phase?: string;
}

/** Sends one request, or several at the same time, each on its own connection. Returns the exchange of each request. */
export type Send = (requests: readonly NamedRequest[]) => Promise<readonly Exchange[]>;

export interface Run {
  readonly head: Head;
  readonly send: Send;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly write: (record: JournalRecord) => void;
  readonly exchanges: Exchange[];
  readonly skips: Skip[];
  readonly waits: Wait[];
  /** How often the service returned an unplanned 429. Those of simultaneous requests count once. */
  timesRateLimited: number;
  /** Requests in a row that were sent twice without a usable response (`needsRepeat`). */
  unansweredInARow: number;
}

export class RunStopped extends Error {
  override readonly name = 'RunStopped' as const;
  readonly reason: EndReason | AbortReason;
  constructor(reason: RunStopped['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Throws a RunStopped if the run was interrupted, has no time left, or cannot write its journal. */
function throwIfStopped({ signal }: Run): void {
  if (signal.aborted) throw new RunStopped(abortReasonOf(signal));
}

/** The longest wait in milliseconds. A longer Retry-After shows a daily limit or a ban, and stops the run. */
export const maxWaitMs = ({ windowSeconds }: Settings): number => windowSeconds * 1000 + BEYOND_WINDOW_MS;
/** After this many unanswered requests, the run stops unless its first request gets a response (tests/virtual/hostile/wire.test.ts). */
const UNANSWERED_IN_A_ROW = 3;
/** Milliseconds before an unanswered request is repeated. No verdict depends on it. */
const REPEAT_MS = 250;
/**
 * Milliseconds for a restart of the service. If it stopped responding, the run waits this long before its last attempt. If a response
 * showed a violation, the confirmation attempt waits this long. Longer than `APART_MS`, so that both attempts count.
 */
export const RESTART_MS = 3_000;

/** Sends a request, and repeats it if it is unanswered. Throws a RunStopped if the run must end. */
export async function ask(run: Run, named: NamedRequest): Promise<void> {
  const { probe } = named;
  const exchange = await sendWithRetry(run, named, REPEAT_MS, waitFor('no-response', { probe }));
  if (!needsRepeat(exchange)) run.unansweredInARow = 0;
  else await countUnanswered(run);
  await waitAfter429(run, [exchange]);
}

/** Waits after the first unplanned 429, or a group of them. Throws a RunStopped after the next one, or if the wait is too long. */
export async function waitAfter429(run: Run, exchanges: readonly Exchange[]): Promise<void> {
  const rateLimited = exchanges.filter(isRateLimited);
  const [first] = rateLimited;
  if (first === undefined) return;
  const maxMs = maxWaitMs(run.head.settings);
  const milliseconds = Math.max(...rateLimited.map((exchange) => retryAfterMs(exchange) ?? maxMs));
  run.timesRateLimited += 1;
  if (run.timesRateLimited > 1 || milliseconds > maxMs) throw new RunStopped('rate-limited');
  await wait(run, milliseconds + TIMER_GUARD_MS, waitFor('unplanned-429', { probe: first.probe }));
}

async function countUnanswered(run: Run): Promise<void> {
  run.unansweredInARow += 1;
  if (run.unansweredInARow < UNANSWERED_IN_A_ROW) return;
  const [first] = run.exchanges;
  const contact = first && { request: recordedRequest(first), probe: first.probe };
  const reason = waitFor('no-response-in-a-row');
  if (contact === undefined || needsRepeat(await sendWithRetry(run, contact, RESTART_MS, reason)))
    throw new RunStopped('unanswered');
  run.unansweredInARow = 0;
}

/** Sends a request, and again after a wait if it is unanswered. */
async function sendWithRetry(run: Run, named: NamedRequest, waitMs: number, reason: WaitReason): Promise<Exchange> {
  const exchange = await sendPaced(run, named);
  if (!needsRepeat(exchange)) return exchange;
  await wait(run, waitMs, reason);
  return sendPaced(run, named);
}

/** Whether a request is sent again: there is no response, an incomplete one, or one of an intermediary. */
const needsRepeat = (exchange: Exchange): boolean =>
  !isAnswered(exchange) || endedEarly(exchange.received) || isFromIntermediary(exchange.received);

/** Waits as pacing demands, and sends a request. Throws a RunStopped if nothing more may be sent. */
export async function sendPaced(run: Run, named: NamedRequest): Promise<Exchange> {
  throwIfStopped(run);
  if (requestsLeft(run) <= 0) throw new RunStopped('request-budget');
  const rest = pauseFor(run, run.clock.now(), { withKey: presentsKey(named.request) });
  if (rest !== undefined) await wait(run, rest.milliseconds, rest);
  const [exchange] = await sendTogether(run, [named]);
  if (exchange === undefined) throw new Error(`${named.probe} was not sent`);
  return exchange;
}

/** A group of requests leaves this much quota, because simultaneous responses show Remaining in any order. No verdict depends on it. */
const KEPT_OF_QUOTA = 8;

/** Whether quota and request budget have room for this many requests at the same time. */
export const hasRoom = (run: Run, count: number): boolean =>
  Math.min(roomFor(run, run.clock.now()), requestsLeft(run)) >= count + KEPT_OF_QUOTA;

/** Sends requests at the same time if there is room, else one after the other. Repeats unanswered ones. */
export async function askTogether(run: Run, requests: readonly NamedRequest[]): Promise<void> {
  const isTogether = requests.length > 1 && hasRoom(run, requests.length);
  const exchanges = isTogether ? await sendTogether(run, requests) : [];
  await waitAfter429(run, exchanges);
  for (const [index, named] of requests.entries()) {
    const exchange = exchanges[index];
    if (exchange === undefined || needsRepeat(exchange)) await ask(run, named);
  }
}

/** Sends requests at the same time, and records the exchanges in the order in which they ended. Returns the exchange of each request. */
export async function sendTogether(run: Run, requests: readonly NamedRequest[]): Promise<readonly Exchange[]> {
  const exchanges = await run.send(requests);
  for (const exchange of exchanges.toSorted((a, b) => a.seq - b.seq)) {
    run.exchanges.push(exchange);
    run.write(exchange);
  }
  throwIfStopped(run);
  return exchanges;
}

/** Waits, and records the reason. Throws a RunStopped if the run ends meanwhile. */
export async function wait(run: Run, milliseconds: number, { code, params, reason }: WaitReason): Promise<void> {
  if (milliseconds <= 0) return;
  const at = run.clock.now();
  const record: Wait = { v: 1, kind: 'wait', at, until: at + milliseconds, code, params, reason };
  run.waits.push(record);
  run.write(record);
  // `sleep` rejects only if the signal is aborted.
  await run.clock.sleep(milliseconds, run.signal).catch(() => undefined);
  throwIfStopped(run);
}
