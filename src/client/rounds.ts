import { TIMER_GUARD_MS } from '../exchange/allowances.ts';
import { isAnswered, isBeside, isClientError, isLimited } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import { APART_MS, CONFIRMATION, type Confirmation, isConfirmation, type Witness } from '../exchange/trace.ts';
import { requestsLeft } from '../probes/probe.ts';
import { absentId, get, list, read, recordedRequest } from '../probes/probe-request.ts';
import { pathOf } from '../spec/operations.ts';
import { listViews } from '../store/known.ts';
import { waitFor } from '../text/waits.ts';
import { ask, askTogether, heedLimit, type NamedRequest, RESTART_MS, type Run, sendTogether, wait } from './ask.ts';
import { roomFor } from './pace.ts';

/** At most: each sends more of what came before an open request. */
export const ROUNDS = 4;

/** Requests of all rounds: no further one is begun after this many. More show nothing new (status 999 for everything). */
const MOST_REPEATED = 50;
/** Requests for one round, without which none is begun. */
const ROOM_FOR_ROUND = 20;

/**
 * Sends again what is open: alone; then after the request before it, or beside those sent with it; then after the reads before it; then
 * five times. A write is repeated once a round: alone, then with the writes beside it.
 * @returns whether anything was sent
 */
export async function confirm(run: Run, asked: Confirmation, round: number): Promise<boolean> {
  const { violated, early, witnesses } = asked;
  const sent = run.exchanges.filter(isConfirmation).length;
  if (sent >= MOST_REPEATED || requestsLeft(run) < ROOM_FOR_ROUND) return false;
  const open = [...new Set([...violated, ...early])].sort((one, other) => one.seq - other.seq);
  if (open.length === 0 && witnesses.length === 0) return false;
  await waitUntilDue(run, asked);
  const done = new Set<Exchange>();
  const repeatOnce = async (members: readonly Exchange[]) => {
    for (const member of members) done.add(member);
    const again = (one: Exchange) => ({ request: recordedRequest(one), probe: one.probe, phase: CONFIRMATION });
    await askTogether(run, members.map(again));
  };
  for (const one of open)
    if (!isRead(one) && !done.has(one)) await repeatOnce(round === 1 ? [one] : membersOf(one, run));
  if (done.size > 0) await settleAgain(run);
  for (const one of open.filter(isRead)) {
    if (done.has(one)) continue;
    for (const members of stepsFor(run, one, violated.includes(one) ? round : 1, open.length))
      await repeatOnce(members);
  }
  for (const witness of witnesses) await sendWitness(run, witness);
  return true;
}

async function waitUntilDue(run: Run, { violated, early, due }: Confirmation): Promise<void> {
  const { settleMs } = run.head.settings;
  const created = run.exchanges.findLast(({ operation }) => operation === 'createPet')?.received.at ?? 0;
  const settled = created + settleMs + TIMER_GUARD_MS;
  const later = Math.max(
    due,
    ...violated.map(({ received }) => received.at + RESTART_MS),
    ...early.map(({ received }) => received.at + APART_MS),
  );
  const again = waitFor(violated.length > 0 ? 'confirm' : 'too-early');
  const why = settled > later ? waitFor('settle-time', { settle: settleMs / 1_000 }) : again;
  await wait(run, Math.max(settled, later) - run.clock.now(), why);
}

/** Repeated creates show in the lists that follow. */
async function settleAgain(run: Run): Promise<void> {
  const { settleMs } = run.head.settings;
  await wait(run, settleMs + TIMER_GUARD_MS, waitFor('settle-time-again', { settle: settleMs / 1_000 }));
}

/** More than this many open requests are not sent five times each. */
const MOST_OFTEN_REPEATED = 6;
const TIMES = 5;
/** Reads before a request, of which one may be the cause. */
const READS_BEFORE = 12;

/** The requests of a round: in order, and those of a step at the same time. */
function stepsFor(run: Run, one: Exchange, round: number, count: number): (readonly Exchange[])[] {
  const members = membersOf(one, run);
  const first = Math.min(...members.map(({ seq }) => seq));
  if (round === 1) return [[one]];
  if (round === ROUNDS) return Array<readonly Exchange[]>(count > MOST_OFTEN_REPEATED ? 1 : TIMES).fill([one]);
  const before = run.exchanges.filter(({ seq }) => seq < first);
  const reads = before.filter((other) => other.phase === undefined && isRead(other)).slice(-READS_BEFORE);
  const repeated = round === 2 ? before.slice(-1).filter(isHarmless) : reads;
  return [...repeated.map((other) => [other]), members];
}

const isRead = ({ sent }: Exchange): boolean => sent.method === 'GET';

/** Those that were sent at the same time, itself included. Beside a read, only reads. */
function membersOf(one: Exchange, { exchanges }: Run): readonly Exchange[] {
  const isMember = (other: Exchange) => other === one || (isBeside(one, other) && (isRead(other) || !isRead(one)));
  return exchanges.filter(isMember).sort((a, b) => a.seq - b.seq);
}

/** A read, or what the service refused: repeating it changes nothing (fails-after-patch). After 429, it may be accepted. */
const isHarmless = (exchange: Exchange): boolean =>
  isRead(exchange) || (isClientError(exchange) && !isLimited(exchange));

async function sendWitness(run: Run, witness: Witness): Promise<void> {
  if (witness === 'volley') return volley(run);
  const path = witness === 'listed' ? lastListed(run) : witness;
  if (path === undefined) return;
  const request = read(path);
  const probe = request.operation === 'getPet' ? 'witness.get' : 'witness.list';
  await ask(run, { request, probe, phase: CONFIRMATION });
}

function lastListed({ exchanges }: Run): string | undefined {
  const id = listViews(exchanges).findLast(({ animals }) => animals.length > 0)?.animals[0]?.id;
  return id === undefined ? undefined : pathOf(id);
}

/** Simultaneous requests of a volley: above the refill of the largest plan during slow responses (1,000 requests/min, half a second). */
const VOLLEY = 16;

/** Many requests at the same time, as far as the quota allows: a limiter that refills fast has no time to. */
async function volley(run: Run): Promise<void> {
  if (run.exchanges.some((exchange) => isAnswered(exchange) && exchange.received.cut !== undefined)) return;
  const reads = [list('limit=1'), get(absentId(run))].map(
    (request): NamedRequest => ({ request, probe: 'witness.volley', phase: CONFIRMATION }),
  );
  const room = roomFor(run, run.clock.now());
  // Half of it, because the tested defect is that a request counts more than once.
  const allowed = Math.min(VOLLEY, Math.floor(room / 2), requestsLeft(run));
  const turns = Math.floor(allowed / reads.length);
  if (turns >= 2) await heedLimit(run, await sendTogether(run, Array.from({ length: turns }, () => reads).flat()));
}
