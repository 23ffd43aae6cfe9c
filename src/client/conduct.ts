import {
  CONFIRMATION,
  type End,
  type EndedTrace,
  type EndReason,
  isAnswered,
  type Skip,
  type SkipCause,
  stopOf,
  type Trace,
} from '../exchange/index.ts';
import { isNotSent, isSendable, type Probe, type ProbeRequest } from '../probes/index.ts';
import { ask, isLost, keep, type Means, once, type Run, Stop, situationOf, wait } from './ask.ts';
import { grouped, hasRoom, repeatGroups, sendAtOnce } from './group.ts';
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
  /** What to send again before something is called a violation. */
  readonly confirmation: (trace: Trace) => Repeat;
}

/** A run with all that decides about its course. */
interface Conducted extends Conduct, Run {}

/** A confirmation attempt: what is sent in order, then what is sent many times at once. */
export interface Repeat {
  /** Numbers of exchanges whose requests are sent again, unchanged. */
  readonly requests: readonly number[];
  /** Reading probes that are built anew. */
  readonly probes: readonly string[];
  /** When at the earliest, in milliseconds since 1970. */
  readonly notBefore: number;
  readonly together: readonly string[];
}

/** Over this time a Reset that moves can be told from one that stands still, rounding allowed. */
const STANDSTILL_MS = 3_100;

/** Sends the probes strictly in order over one connection and records what happens. */
export async function conduct(given: Conduct): Promise<EndedTrace> {
  const { head, record, clock } = given;
  const run: Conducted = {
    ...given,
    exchanges: [],
    requests: new Map(),
    skips: [],
    waits: [],
    limited: 0,
    silent: 0,
    lost: 0,
  };
  record(head);
  let reason: EndReason = 'complete';
  try {
    await sendAll(run);
    await reduceFindings(run);
    await confirm(run);
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
});

async function sendAll(run: Conducted): Promise<void> {
  for (const [index, probes] of grouped(run.probes).entries()) {
    const [probe] = probes;
    if (probe === undefined || (probes.length > 1 && (await sendGroup(run, probes)))) continue;
    for (const one of probes) await sendProbe(run, one);
    if (index > 0) continue;
    // Somebody had used the key up before. That has been waited out, and first contact decides about all the rest.
    if (run.limited > 0) await sendProbe(run, probe);
    await checkSetUp(run);
    await confirmContact(run);
  }
}

async function sendProbe(run: Conducted, probe: Probe): Promise<void> {
  const request = build(probe, run);
  if (request === undefined) return;
  if (probe.afterMs !== undefined) await wait(run, probe.afterMs, 'what the service does late shows after a pause');
  await ask(run, request, probe.id);
}

/**
 * Sends the probes of a group at the same time; what was lost is sent again in order.
 * @returns false if the quota or the budget leaves no room, and nothing was sent
 */
async function sendGroup(run: Conducted, probes: readonly Probe[]): Promise<boolean> {
  if (!hasRoom(run, probes.length)) return false;
  const built = probes.flatMap((probe) => {
    const request = build(probe, run);
    return request === undefined ? [] : [{ request, probe: probe.id }];
  });
  const exchanges = await sendAtOnce(run, built);
  for (const { request, probe } of built)
    if (exchanges.some((exchange) => exchange.probe === probe && isLost(exchange))) await ask(run, request, probe);
  return true;
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

/** What is created later changes what the first list shows, so a violation there is confirmed before anything else is sent. */
async function confirmContact(run: Conducted): Promise<void> {
  const { requests, notBefore } = run.confirmation(snapshot(run));
  if (requests.length === 0) return;
  await wait(run, notBefore - run.clock.now(), 'the first answer looks wrong: a confirmation attempt');
  for (const seq of requests) await repeat(run, seq);
}

/** Sends a request again, unchanged. */
async function repeat(run: Conducted, seq: number): Promise<void> {
  const request = run.requests.get(seq);
  const probe = probeOf(seq, run);
  if (request !== undefined && probe !== undefined) await ask(run, request, probe, CONFIRMATION);
}

/** Sends again, after the settle time and once, what the judge needs before it can call something a violation. */
async function confirm(run: Conducted): Promise<void> {
  const { requests, probes, notBefore, together } = run.confirmation(snapshot(run));
  if (requests.length + probes.length === 0) return;
  const { settleMs } = run.head.settings;
  const created = run.exchanges.findLast(({ operation }) => operation === 'createPet')?.received.at ?? 0;
  const begun = run.exchanges[0]?.received.at ?? 0;
  const from = Math.max(created + settleMs, begun + STANDSTILL_MS, notBefore) + 50;
  const reason =
    together.length > 0 && from <= notBefore + 50
      ? 'the rate-limit headers tell too little so far: a confirmation attempt, when the window may be another one'
      : 'something is not visible yet or looks wrong: a confirmation attempt, after the settle time';
  await wait(run, from - run.clock.now(), reason);
  const isWrite = (seq: number) => run.requests.get(seq)?.method !== 'GET';
  // What these store shows in the lists that follow.
  const writes = requests.filter(isWrite);
  for (const seq of writes) await repeat(run, seq);
  if (writes.length > 0)
    await wait(run, settleMs + 50, 'what was sent again may be visible only after the settle time');
  const sentAgain = await repeatGroups(run, requests);
  for (const probe of run.probes) {
    const same = requests.filter((seq) => !isWrite(seq) && !sentAgain.has(seq) && probeOf(seq, run) === probe.id);
    for (const seq of same) await repeat(run, seq);
    if (!probes.includes(probe.id) || probe.writes) continue;
    const request = probe.build(situationOf(run));
    if (isNotSent(request) || same.some((seq) => isSame(run.requests.get(seq), request))) continue;
    await ask(run, request, probe.id, CONFIRMATION);
  }
  await askContact(run);
  await sendVolley(run, together);
}

const probeOf = (seq: number, { exchanges }: Run) => exchanges.find((exchange) => exchange.seq === seq)?.probe;

const isSame = (one: ProbeRequest | undefined, other: ProbeRequest): boolean =>
  one !== undefined &&
  one.method === other.method &&
  one.path === other.path &&
  one.credential === other.credential &&
  one.body === other.body;

/** Nothing was answered at the end of the attempt: is the service there at all? */
async function askContact(run: Conducted): Promise<void> {
  const last = run.exchanges.at(-1);
  const request = run.probes[0]?.build(situationOf(run));
  if (last === undefined || !isLost(last) || request === undefined || isNotSent(request)) return;
  await ask(run, request, run.probes[0]?.id ?? '', CONFIRMATION);
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
