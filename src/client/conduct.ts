import { setTimeout as sleep } from 'node:timers/promises';
import {
  type End,
  type EndReason,
  type Exchange,
  type Head,
  isAnswered,
  isIntermediary,
  type JournalRecord,
  type Skip,
  type SkipCause,
  stopOf,
  type Trace,
  type Wait,
} from '../exchange/index.ts';
import { isNotSent, type Probe, type ProbeRequest, type Situation } from '../probes/index.ts';
import { SECOND_LOOK } from '../rules/confirmed.ts';
import { pause, roomFor } from './pace.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Send, SendTogether } from './send.ts';
import { volley } from './volley.ts';

/** What the conductor asks of others: it sends and records, it never judges. */
export interface Conduct {
  readonly head: Head;
  readonly probes: readonly Probe[];
  readonly send: Send;
  readonly sendTogether: SendTogether;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Called for every record, in order, as it comes. */
  readonly record: (record: JournalRecord) => void;
  /** A further request that tells a wrong set-up from a finding, after the first contact. */
  readonly setUpRequest: (trace: Trace) => { probe: string; request: ProbeRequest } | undefined;
  readonly isSetUpMistake: (trace: Trace) => boolean;
  /** What is to be sent once more before something is called broken. */
  readonly secondLook: (trace: Trace) => Again;
}

/** A second look: probes in order, then others in turns, many at the same time. */
export interface Again {
  readonly probes: readonly string[];
  /** When at the earliest, in milliseconds since 1970. */
  readonly notBefore: number;
  readonly together: readonly string[];
}

/** Ends the run from wherever it is. */
class Stop extends Error {
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
/** So many requests without an answer end the run: every one of them may cost a time-out. */
const LOST_IN_ALL = 12;

/** Over this time a Reset that moves can be told from one that stands still, rounding allowed. */
const STANDSTILL_MS = 3_100;

/** Sends the probes strictly in order over one connection and records what happens. */
export async function conduct(given: Conduct): Promise<Trace> {
  const { head, record, now } = given;
  const run: Run = { ...given, exchanges: [], skips: [], waits: [], limited: 0, silent: 0, lost: 0 };
  record(head);
  let reason: EndReason = 'complete';
  try {
    await sendAll(run);
    await lookAgain(run);
  } catch (error) {
    if (error instanceof Stop) reason = error.reason;
    else throw error;
  }
  const end: End = { v: 1, kind: 'end', at: now(), finishedAt: new Date(now()).toISOString(), reason };
  record(end);
  return { ...snapshot(run), end };
}

interface Run extends Conduct {
  readonly exchanges: Exchange[];
  readonly skips: Skip[];
  readonly waits: Wait[];
  limited: number;
  silent: number;
  lost: number;
}

/** A copy: rules and probes remember what they read of an array of exchanges, and this one still grows. */
const snapshot = ({ head, exchanges, skips, waits }: Run): Trace => ({
  head,
  exchanges: [...exchanges],
  skips,
  waits,
  end: null,
});

const situationOf = (run: Run): Situation => ({ settings: run.head.settings, exchanges: [...run.exchanges] });

async function sendAll(run: Run): Promise<void> {
  for (const [index, probe] of run.probes.entries()) {
    const request = build(probe, run);
    if (request === undefined) continue;
    await ask(run, request, probe.id);
    if (index > 0) continue;
    // Somebody had used the key up before. That has been waited out, and first contact decides about all the rest.
    if (run.limited > 0) await ask(run, request, probe.id);
    await checkSetUp(run);
  }
}

/** In at most two more requests. */
async function checkSetUp(run: Run): Promise<void> {
  for (let asked = 0; asked < 2; asked += 1) {
    if (run.isSetUpMistake(snapshot(run))) throw new Stop('set-up');
    const next = run.setUpRequest(snapshot(run));
    if (next === undefined) return;
    await once(run, next.request, next.probe);
  }
  if (run.isSetUpMistake(snapshot(run))) throw new Stop('set-up');
}

/** Suspicion before finding: after the settle time, once, and only what a rule asked for. */
async function lookAgain(run: Run): Promise<void> {
  const { probes, notBefore, together } = run.secondLook(snapshot(run));
  const again = run.probes.filter(({ id, writes }) => probes.includes(id) && !writes);
  if (again.length === 0) return;
  const { settleMs } = run.head.settings;
  const created = run.exchanges.findLast(({ operation }) => operation === 'createPet')?.received.at ?? 0;
  const begun = run.exchanges[0]?.received.at ?? 0;
  const from = Math.max(created + settleMs, begun + STANDSTILL_MS, notBefore) + 50;
  const what =
    from > notBefore + 50
      ? 'something is not visible yet or looks wrong: a second look, after the settle time'
      : 'the rate-limit headers tell too little so far: a second look, when the window may be another one';
  await wait(run, from - run.now(), what);
  for (const probe of again) {
    const request = probe.build(situationOf(run));
    if (!isNotSent(request)) await ask(run, request, probe.id, SECOND_LOOK);
  }
  await sendVolley(run, together);
}

/** Only as many as the last answer leaves room for, so that none is refused; none where an answer was too long to be read, many at once least of all. */
async function sendVolley(run: Run, probes: readonly string[]): Promise<void> {
  if (run.exchanges.some((exchange) => isAnswered(exchange) && exchange.received.cut !== undefined)) return;
  const { settings } = run.head;
  const room = roomFor(run.exchanges, run.waits, settings, run.now());
  const requests = volley(
    run.probes.filter(({ id, writes }) => probes.includes(id) && !writes),
    situationOf(run),
    Math.min(room, settings.maxRequests - run.exchanges.length),
  );
  for (const exchange of await run.sendTogether(requests)) keep(run, exchange);
  if (run.signal.aborted) throw new Stop(stopOf(run.signal.reason));
}

function build(probe: Probe, run: Run): ProbeRequest | undefined {
  const { settings } = run.head;
  const skip = (cause: SkipCause, reason: string) => {
    const record: Skip = { v: 1, kind: 'skip', probe: probe.id, cause, reason };
    run.skips.push(record);
    run.record(record);
  };
  if (probe.writes && settings.readOnly) {
    skip('read-only', 'read-only run: nothing is created');
    return undefined;
  }
  const request = probe.build(situationOf(run));
  if (!isNotSent(request)) return request;
  skip(request.skip, request.reason);
  return undefined;
}

/** Sends a request; once more where it was lost or an intermediary answered. An unplanned 429 is waited out once in a run. */
async function ask(run: Run, request: ProbeRequest, probe: string, phase?: string): Promise<void> {
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
  const control = await once(run, request, contact.id);
  if (isLost(control)) throw new Stop('unanswered');
  run.silent = 0;
}

function isLost(exchange: Exchange): boolean {
  if (!isAnswered(exchange)) return true;
  const { cut } = exchange.received;
  return (cut !== undefined && cut.code !== 'TOO_LARGE') || isIntermediary(exchange.received);
}

async function once(run: Run, request: ProbeRequest, probe: string, phase?: string): Promise<Exchange> {
  const { settings } = run.head;
  if (run.signal.aborted) throw new Stop(stopOf(run.signal.reason));
  if (run.exchanges.length >= settings.maxRequests) throw new Stop('request-budget');
  const withKey = request.credential === 'key' || request.credential === 'key-lower-scheme';
  const rest = pause(run.exchanges, run.waits, settings, withKey, run.now());
  if (rest !== undefined) await wait(run, rest.milliseconds, rest.reason);
  const exchange = await run.send(request, probe, phase);
  keep(run, exchange);
  if (isLost(exchange)) run.lost += 1;
  if (run.lost >= LOST_IN_ALL) throw new Stop('unanswered');
  if (run.signal.aborted) throw new Stop(stopOf(run.signal.reason));
  return exchange;
}

function keep(run: Run, exchange: Exchange): void {
  run.exchanges.push(exchange);
  run.record(exchange);
}

async function wait(run: Run, milliseconds: number, reason: string): Promise<void> {
  if (milliseconds <= 0) return;
  const at = run.now();
  const record: Wait = { v: 1, kind: 'wait', at, until: at + milliseconds, reason };
  run.waits.push(record);
  run.record(record);
  try {
    await sleep(milliseconds, undefined, { signal: run.signal });
  } catch (cause) {
    throw run.signal.aborted ? new Stop(stopOf(run.signal.reason)) : cause;
  }
}
