import { CONFIRMATION, type Exchange, isAnswered } from '../exchange/index.ts';
import { type Confirmation, isNotSent, type ProbeRequest } from '../probes/index.ts';
import { type WaitReason, waitFor } from '../text/waits.ts';
import { ask, firstContact, isLost, wait } from './ask.ts';
import { probeOf, repeatGroups, sendAtOnce, volley } from './group.ts';
import { roomFor } from './pace.ts';
import { type Run, situationOf } from './run.ts';

/** Milliseconds after which a moving Reset differs from a constant one, in spite of rounding. */
const STANDSTILL_MS = 3_100;

/** Milliseconds that are added to a wait, because clocks and timers are rounded. */
const MARGIN_MS = 50;

/** Confirms a violation in the first list before any create, because creates change the list. */
export async function confirmContact(run: Run, { requests, notBefore }: Confirmation): Promise<void> {
  if (requests.length === 0) return;
  await wait(run, notBefore - run.clock.now(), waitFor('confirm-first'));
  for (const seq of requests) await repeat(run, seq);
}

async function repeat(run: Run, seq: number): Promise<void> {
  const request = run.requests.get(seq);
  const probe = probeOf(seq, run);
  if (request !== undefined && probe !== undefined) await ask(run, { request, probe, phase: CONFIRMATION });
}

function reasonToWait({ requests, notBefore, together }: Confirmation, from: number, settle: number): WaitReason {
  if (together.length > 0 && from <= notBefore + MARGIN_MS) return waitFor('confirm-in-next-window');
  return requests.length > 0 ? waitFor('confirm') : waitFor('settle-time', { settle });
}

/**
 * Three times, because not every response may show the violation. The last time, the previous request is repeated, too: a violation may be
 * its effect on the connection.
 */
async function repeatOften(run: Run, seq: number): Promise<void> {
  await repeat(run, seq);
  await repeat(run, seq);
  await repeatBefore(run, seq);
  await repeat(run, seq);
}

/** The last successful read of something else with the same body: a cache may have confused both. */
function withSameResponse({ exchanges }: Run, seq: number): Exchange | undefined {
  const shown = exchanges.find((exchange) => exchange.seq === seq);
  if (shown === undefined || !isAnswered(shown) || shown.received.body === null) return undefined;
  const { sent, received } = shown;
  return exchanges.findLast(
    (other) =>
      other.seq < seq &&
      isAnswered(other) &&
      other.received.status === 200 &&
      other.received.body === received.body &&
      other.sent.method === 'GET' &&
      other.sent.path !== sent.path,
  );
}

async function repeatBefore(run: Run, seq: number): Promise<void> {
  const before = run.exchanges.findLast((exchange) => exchange.seq < seq);
  if (before !== undefined && !isStoring(before)) await repeat(run, before.seq);
}

/** A create that the service did not refuse: repeating it would leave another animal. */
const isStoring = ({ sent, received }: Exchange): boolean =>
  sent.method !== 'GET' && !('status' in received && received.status >= 400 && received.status < 500);

const isServerError = ({ received }: Exchange): boolean => 'status' in received && received.status >= 500;

/** Sends the confirmation attempt after the settle time, a possible outage, and the time in which a moving Reset differs. */
export async function confirm(run: Run, attempt: Confirmation): Promise<void> {
  const { requests, often, probes, notBefore, together } = attempt;
  if (requests.length + probes.length === 0) return;
  const { settleMs } = run.head.settings;
  const settle = settleMs / 1_000;
  // A list that still omits what an earlier list showed is a violation only after the settle time.
  const shown = run.exchanges.findLast(({ operation }) => operation !== 'getPet')?.received.at ?? 0;
  const begun = run.exchanges[0]?.received.at ?? 0;
  const from = Math.max(shown + settleMs, begun + STANDSTILL_MS, notBefore) + MARGIN_MS;
  await wait(run, from - run.clock.now(), reasonToWait(attempt, from, settle));
  const isWrite = (seq: number) => run.requests.get(seq)?.method !== 'GET';
  // Repeated creates show in the lists that follow.
  const writes = requests.filter(isWrite);
  const failed = writes.filter((seq) =>
    run.exchanges.some((exchange) => exchange.seq === seq && isServerError(exchange)),
  );
  const groups = await repeatGroups(run, failed, [], async () => {}, { writes: true });
  for (const seq of writes.filter((one) => !groups.has(one))) await repeat(run, seq);
  if (writes.length > 0) await wait(run, settleMs + MARGIN_MS, waitFor('settle-time-again', { settle }));
  // What a cache keeps for a few seconds has expired.
  const confused = new Set(often.flatMap((seq) => withSameResponse(run, seq)?.seq ?? []));
  for (const seq of confused) await repeat(run, seq);
  const sentAgain = await repeatGroups(run, requests, often, (seq) => repeatBefore(run, seq));
  for (const probe of run.probes) {
    const same = requests.filter((seq) => !isWrite(seq) && probeOf(seq, run) === probe.id);
    for (const seq of same)
      if (often.includes(seq)) await repeatOften(run, seq);
      else if (!sentAgain.has(seq)) await repeat(run, seq);
    if (!probes.includes(probe.id) || probe.writes) continue;
    const request = probe.build(situationOf(run));
    if (isNotSent(request) || same.some((seq) => isSame(run.requests.get(seq), request))) continue;
    await ask(run, { request, probe: probe.id, phase: CONFIRMATION });
  }
  // Shows whether the service still responds.
  const last = run.exchanges.at(-1);
  const contact = last !== undefined && isLost(last) ? firstContact(run) : undefined;
  if (contact !== undefined) await ask(run, { ...contact, phase: CONFIRMATION });
  await sendVolley(run, together);
}

const isSame = (one: ProbeRequest | undefined, other: ProbeRequest): boolean =>
  one !== undefined &&
  one.method === other.method &&
  one.path === other.path &&
  one.credential === other.credential &&
  one.body === other.body;

/** Sends only as many as the remaining quota allows, so that none is refused; none if a response was too long. */
async function sendVolley(run: Run, probes: readonly string[]): Promise<void> {
  if (run.exchanges.some((exchange) => isAnswered(exchange) && exchange.received.cut !== undefined)) return;
  const { settings } = run.head;
  const room = roomFor(run.exchanges, run.waits, settings, run.clock.now());
  const requests = volley(
    run.probes.filter(({ id, writes }) => probes.includes(id) && !writes),
    situationOf(run),
    // Half of it, because the tested defect is that a request counts more than once.
    Math.min(Math.floor(room / 2), settings.maxRequests - run.exchanges.length),
  );
  await sendAtOnce(run, requests);
}
