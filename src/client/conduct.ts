import {
  CONFIRMATION,
  type End,
  type EndedTrace,
  type EndReason,
  type Exchange,
  isAnswered,
  type Skip,
  type SkipCause,
  stopOf,
  type Trace,
} from '../exchange/index.ts';
import { isNotSent, isSendable, type Probe, type ProbeRequest } from '../probes/index.ts';
import { isRefused } from '../store/index.ts';
import { type SkipReason, skipReason } from '../text/skips.ts';
import { type WaitReason, waitFor } from '../text/waits.ts';
import { ask, isLost, keep, type Means, once, type Run, Stop, situationOf, wait } from './ask.ts';
import { grouped, hasRoom, repeatGroups, sendAtOnce } from './group.ts';
import { roomFor } from './pace.ts';
import type { SendTogether } from './send.ts';
import { volley } from './volley.ts';

/** Decisions that the conductor delegates: it sends and records, but never judges. */
export interface Conduct extends Means {
  readonly sendTogether: SendTogether;
  /** A request after the first contact that distinguishes a set-up mistake from a finding. */
  readonly setUpRequest: (trace: Trace) => { probe: string; request: ProbeRequest } | undefined;
  readonly isSetUpMistake: (trace: Trace) => boolean;
  /** The next request that confirms or reduces a finding of the exploration, or undefined. */
  readonly reduction: (trace: Trace) => { probe: string; request: ProbeRequest } | undefined;
  /** The confirmation attempt before a violation is reported. */
  readonly confirmation: (trace: Trace) => Repeat;
}

/** A run with its delegated decisions. */
interface Conducted extends Conduct, Run {}

/** A confirmation attempt: requests in order, then concurrent requests. */
export interface Repeat {
  /** Numbers of exchanges whose requests are repeated unchanged. */
  readonly requests: readonly number[];
  /** Those of them that are repeated three times. */
  readonly often: readonly number[];
  /** Reading probes that are built again. */
  readonly probes: readonly string[];
  /** Earliest time in milliseconds since 1970. */
  readonly notBefore: number;
  readonly together: readonly string[];
}

/** Milliseconds after which a moving Reset differs from a constant one, in spite of rounding. */
const STANDSTILL_MS = 3_100;

/** Sends the probes in order over one connection and records the exchanges. */
export async function conduct(options: Conduct): Promise<EndedTrace> {
  const { head, record, clock } = options;
  const run: Conducted = {
    ...options,
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

/** A copy, because the run's own lists still grow. */
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
    // The key was exhausted before the run. After the wait, first contact decides about the rest.
    if (run.limited > 0) await sendProbe(run, probe);
    await checkSetUp(run);
    await confirmContact(run);
  }
}

async function sendProbe(run: Conducted, probe: Probe): Promise<void> {
  const request = build(probe, run);
  if (request === undefined) return;
  if (probe.afterMs !== undefined) await wait(run, probe.afterMs, waitFor('late-effects'));
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

/** Checks for set-up mistakes with at most two more requests. */
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

/** Confirms a violation in the first list before any create, because creates change the list. */
async function confirmContact(run: Conducted): Promise<void> {
  const { requests, notBefore } = run.confirmation(snapshot(run));
  if (requests.length === 0) return;
  await wait(run, notBefore - run.clock.now(), waitFor('confirm-first'));
  for (const seq of requests) await repeat(run, seq);
}

/** Repeats a request unchanged. */
async function repeat(run: Conducted, seq: number): Promise<void> {
  const request = run.requests.get(seq);
  const probe = probeOf(seq, run);
  if (request !== undefined && probe !== undefined) await ask(run, request, probe, CONFIRMATION);
}

function reasonToWait({ requests, notBefore, together }: Omit<Repeat, 'probes' | 'often'>, from: number): WaitReason {
  if (together.length > 0 && from <= notBefore + 50) return waitFor('confirm-in-next-window');
  return waitFor(requests.length > 0 ? 'confirm' : 'settle-time');
}

/**
 * Three times, because not every response may show the violation. The last time, the request before it is repeated, too: a violation may be
 * its effect on the connection or on a cache.
 */
async function repeatOften(run: Conducted, seq: number): Promise<void> {
  await repeat(run, seq);
  await repeat(run, seq);
  await repeatBefore(run, seq);
  await repeat(run, seq);
}

/** Repeats the request before another one. */
async function repeatBefore(run: Conducted, seq: number): Promise<void> {
  const before = run.exchanges.findLast((exchange) => exchange.seq < seq);
  if (before !== undefined && !isStoring(before)) await repeat(run, before.seq);
}

/** A create that the service did not refuse: repeating it would leave another animal. */
const isStoring = (exchange: Exchange): boolean => exchange.sent.method !== 'GET' && !isRefused(exchange);

/** Sends the confirmation attempt after the settle time. */
async function confirm(run: Conducted): Promise<void> {
  const { requests, often, probes, notBefore, together } = run.confirmation(snapshot(run));
  if (requests.length + probes.length === 0) return;
  const { settleMs } = run.head.settings;
  const created = run.exchanges.findLast(({ operation }) => operation === 'createPet')?.received.at ?? 0;
  const begun = run.exchanges[0]?.received.at ?? 0;
  const from = Math.max(created + settleMs, begun + STANDSTILL_MS, notBefore) + 50;
  await wait(run, from - run.clock.now(), reasonToWait({ requests, notBefore, together }, from));
  const isWrite = (seq: number) => run.requests.get(seq)?.method !== 'GET';
  // Repeated creates show in the lists that follow.
  const writes = requests.filter(isWrite);
  for (const seq of writes) await repeat(run, seq);
  if (writes.length > 0) await wait(run, settleMs + 50, waitFor('settle-time-again'));
  const sentAgain = await repeatGroups(run, requests, often, (seq) => repeatBefore(run, seq));
  for (const probe of run.probes) {
    const same = requests.filter((seq) => !isWrite(seq) && !sentAgain.has(seq) && probeOf(seq, run) === probe.id);
    for (const seq of same) await (often.includes(seq) ? repeatOften(run, seq) : repeat(run, seq));
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

/** Repeats the first contact if the end of the attempt got no response. */
async function askContact(run: Conducted): Promise<void> {
  const last = run.exchanges.at(-1);
  const request = run.probes[0]?.build(situationOf(run));
  if (last === undefined || !isLost(last) || request === undefined || isNotSent(request)) return;
  await ask(run, request, run.probes[0]?.id ?? '', CONFIRMATION);
}

/** Sends only as many as the remaining quota allows, so that none is refused; none if a response was too long. */
async function sendVolley(run: Conducted, probes: readonly string[]): Promise<void> {
  if (run.exchanges.some((exchange) => isAnswered(exchange) && exchange.received.cut !== undefined)) return;
  const { settings } = run.head;
  const room = roomFor(run.exchanges, run.waits, settings, run.clock.now());
  const requests = volley(
    run.probes.filter(({ id, writes }) => probes.includes(id) && !writes),
    situationOf(run),
    // Half of it, because the tested defect is that a request counts more than once.
    Math.min(Math.floor(room / 2), settings.maxRequests - run.exchanges.length),
  );
  for (const exchange of await run.sendTogether(requests)) keep(run, exchange);
  if (run.signal.aborted) throw new Stop(stopOf(run.signal.reason));
}

function build(probe: Probe, run: Run): ProbeRequest | undefined {
  const { settings } = run.head;
  const skip = (cause: SkipCause, { code, params, reason }: SkipReason) => {
    const record: Skip = { v: 1, kind: 'skip', probe: probe.id, cause, code, params, reason };
    run.skips.push(record);
    run.record(record);
  };
  if (!isSendable(probe, settings)) {
    skip('read-only', skipReason('read-only'));
    return undefined;
  }
  const request = probe.build(situationOf(run));
  if (!isNotSent(request)) return request;
  skip(request.skip, request);
  return undefined;
}
