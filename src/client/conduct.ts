import {
  type End,
  type EndReason,
  isAnswered,
  type Skip,
  type SkipCause,
  stopOf,
  type Trace,
} from '../exchange/index.ts';
import { isNotSent, isSendable, type Probe, type ProbeRequest } from '../probes/index.ts';
import { SECOND_LOOK } from '../rules/confirmed.ts';
import { ask, keep, type Means, once, type Run, Stop, situationOf, wait } from './ask.ts';
import { roomFor } from './pace.ts';
import type { SendTogether } from './send.ts';
import { volley } from './volley.ts';

/** What the conductor asks of others: it sends and records, it never judges. */
export interface Conduct extends Means {
  readonly sendTogether: SendTogether;
  /** A further request that tells a wrong set-up from a finding, after the first contact. */
  readonly setUpRequest: (trace: Trace) => { probe: string; request: ProbeRequest } | undefined;
  readonly isSetUpMistake: (trace: Trace) => boolean;
  /** The next request that confirms or reduces what the exploration has found, or undefined. */
  readonly reduction: (trace: Trace) => { probe: string; request: ProbeRequest } | undefined;
  /** What is to be sent once more before something is called broken. */
  readonly secondLook: (trace: Trace) => Again;
}

/** A run with all that decides about its course. */
interface Conducted extends Conduct, Run {}

/** A second look: probes in order, then others in turns, many at the same time. */
export interface Again {
  readonly probes: readonly string[];
  /** Sent again even if they create: they were not answered. */
  readonly lost: readonly string[];
  /** When at the earliest, in milliseconds since 1970. */
  readonly notBefore: number;
  readonly together: readonly string[];
}

/** Over this time a Reset that moves can be told from one that stands still, rounding allowed. */
const STANDSTILL_MS = 3_100;

/** Sends the probes strictly in order over one connection and records what happens. */
export async function conduct(given: Conduct): Promise<Trace> {
  const { head, record, clock } = given;
  const run: Conducted = { ...given, exchanges: [], skips: [], waits: [], limited: 0, silent: 0, lost: 0 };
  record(head);
  let reason: EndReason = 'complete';
  try {
    await sendAll(run);
    await reduceFindings(run);
    await lookAgain(run);
  } catch (error) {
    if (error instanceof Stop) reason = error.reason;
    else throw error;
  }
  const at = clock.now();
  const end: End = { v: 1, kind: 'end', at, finishedAt: new Date(at).toISOString(), reason };
  record(end);
  return { ...snapshot(run), end };
}

/** A copy, as probes are given one. */
const snapshot = ({ head, exchanges, skips, waits }: Run): Trace => ({
  head,
  exchanges: [...exchanges],
  skips,
  waits,
  end: null,
});

async function sendAll(run: Conducted): Promise<void> {
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
async function checkSetUp(run: Conducted): Promise<void> {
  for (let asked = 0; asked < 2; asked += 1) {
    if (run.isSetUpMistake(snapshot(run))) throw new Stop('set-up');
    const next = run.setUpRequest(snapshot(run));
    if (next === undefined) return;
    await once(run, next.request, next.probe);
  }
  if (run.isSetUpMistake(snapshot(run))) throw new Stop('set-up');
}

async function reduceFindings(run: Conducted): Promise<void> {
  let next = run.reduction(snapshot(run));
  while (next !== undefined) {
    await ask(run, next.request, next.probe);
    next = run.reduction(snapshot(run));
  }
}

/** Suspicion before finding: after the settle time, once, and only what a rule asked for. */
async function lookAgain(run: Conducted): Promise<void> {
  const { probes, lost, notBefore, together } = run.secondLook(snapshot(run));
  const again = run.probes.filter(({ id, writes }) => (probes.includes(id) && !writes) || lost.includes(id));
  if (again.length === 0) return;
  const { settleMs } = run.head.settings;
  const created = run.exchanges.findLast(({ operation }) => operation === 'createPet')?.received.at ?? 0;
  const begun = run.exchanges[0]?.received.at ?? 0;
  const from = Math.max(created + settleMs, begun + STANDSTILL_MS, notBefore) + 50;
  const what =
    together.length > 0 && from <= notBefore + 50
      ? 'the rate-limit headers tell too little so far: a second look, when the window may be another one'
      : 'something is not visible yet or looks wrong: a second look, after the settle time';
  await wait(run, from - run.clock.now(), what);
  // At the end of those that were lost: is the service there at all?
  for (const probe of lost.length > 0 ? [...again, ...run.probes.slice(0, 1)] : again) {
    const request = probe.build(situationOf(run));
    if (!isNotSent(request)) await ask(run, request, probe.id, SECOND_LOOK);
  }
  await sendVolley(run, together);
}

/** Only as many as the last answer leaves room for, so that none is refused; none where an answer was too long to be read, many at once least of all. */
async function sendVolley(run: Conducted, probes: readonly string[]): Promise<void> {
  if (run.exchanges.some((exchange) => isAnswered(exchange) && exchange.received.cut !== undefined)) return;
  const { settings } = run.head;
  const room = roomFor(run.exchanges, run.waits, settings, run.clock.now());
  const requests = volley(
    run.probes.filter(({ id, writes }) => probes.includes(id) && !writes),
    situationOf(run),
    // Half of it: each request may draw more than one, which is what is looked at.
    Math.min(Math.floor(room / 2), settings.maxRequests - run.exchanges.length),
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
  if (!isSendable(probe, settings)) {
    skip('read-only', 'read-only run: nothing is created');
    return undefined;
  }
  const request = probe.build(situationOf(run));
  if (!isNotSent(request)) return request;
  skip(request.skip, request.reason);
  return undefined;
}
