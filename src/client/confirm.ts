import { TIMER_GUARD_MS } from '../exchange/allowances.ts';
import { APART_MS, CONFIRMATION, type Confirmation, isConfirmation, type Witness } from '../exchange/confirmation.ts';
import { isAnswered, isClientError, isRateLimited, overlaps } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import { requestsLeft } from '../exchange/trace.ts';
import { absentId, get, list, read, recordedRequest } from '../probes/probe-request.ts';
import { pathOf } from '../spec/operations.ts';
import { listViews } from '../store/views.ts';
import { waitFor } from '../text/waits.ts';
import { ask, askTogether, type NamedRequest, RESTART_MS, type Run, sendTogether, wait, waitAfter429 } from './ask.ts';
import { roomFor } from './pace.ts';

/** Maximum number of rounds. The last one shows violations that happen only now and then (answer-cut-on-filter). */
export const ROUNDS = 4;

/** Limits the cost: confirmation requests after which no round begins. 20 would miss a violation of every error (error-nested). */
const ENOUGH_CONFIRMATIONS = 50;
/** Minimum request budget left to begin a round. No verdict depends on it. */
const ROOM_FOR_ROUND = 20;

/**
 * Repeats the open requests. L violated the specification, and was sent at the same time as M, after the reads R1 … R12 and a refused C:
 *
 *   round 1   L
 *   round 2   C, then L and M at the same time
 *   round 3   R1, R2, … R12, then L and M at the same time
 *   round 4   L, L, L, L, L    (only once if more than 6 requests are open)
 *
 * A write is repeated once a round: in round 1 alone, later with those sent beside it. An undecided read is sent alone in every round.
 * @returns whether anything was sent
 */
export async function confirm(run: Run, asked: Confirmation, round: number): Promise<boolean> {
  const { violated, undecided, witnesses } = asked;
  const sent = run.exchanges.filter(isConfirmation).length;
  if (sent >= ENOUGH_CONFIRMATIONS || requestsLeft(run) < ROOM_FOR_ROUND) return false;
  const open = [...new Set([...violated, ...undecided])].sort((a, b) => a.seq - b.seq);
  if (open.length === 0 && witnesses.length === 0) return false;
  await waitUntilDue(run, asked);
  const done = new Set<Exchange>();
  const repeatOnce = async (members: readonly Exchange[]) => {
    for (const member of members) done.add(member);
    const again = (each: Exchange) => ({ request: recordedRequest(each), probe: each.probe, phase: CONFIRMATION });
    await askTogether(run, members.map(again));
  };
  for (const write of open)
    if (!isRead(write) && !done.has(write)) await repeatOnce(round === 1 ? [write] : membersOf(write, run));
  if (done.size > 0) await settleAgain(run);
  for (const exchange of open.filter(isRead)) {
    if (done.has(exchange)) continue;
    for (const members of stepsFor(run, exchange, violated.includes(exchange) ? round : 1, open.length))
      await repeatOnce(members);
  }
  for (const witness of witnesses) await sendWitness(run, witness);
  return true;
}

async function waitUntilDue(run: Run, { violated, undecided, due }: Confirmation): Promise<void> {
  const { settleMs } = run.head.settings;
  const created = run.exchanges.findLast(({ operation }) => operation === 'createPet')?.received.at ?? 0;
  const settled = created + settleMs + TIMER_GUARD_MS;
  const later = Math.max(
    due,
    ...violated.map(({ received }) => received.at + RESTART_MS),
    ...undecided.map(({ received }) => received.at + APART_MS),
  );
  const again = waitFor(violated.length > 0 ? 'confirm' : 'undecided');
  const why = settled > later ? waitFor('settle-time', { settle: settleMs / 1_000 }) : again;
  await wait(run, Math.max(settled, later) - run.clock.now(), why);
}

/** Waits until repeated creates show in the lists that follow. */
async function settleAgain(run: Run): Promise<void> {
  const { settleMs } = run.head.settings;
  await wait(run, settleMs + TIMER_GUARD_MS, waitFor('settle-time-again', { settle: settleMs / 1_000 }));
}

/** Maximum number of open requests that round 4 sends REPETITIONS times each. Limits only the cost; no verdict depends on it. */
const MAX_OPEN_TO_REPEAT = 6;
/** Repetitions of an open request in round 4, because it may fail now and then (answer-cut-on-filter). */
const REPETITIONS = 5;
/** Reads before an open request that round 3 sends, because one of them may be the cause (limit-hundred-gives-fifty). */
const READS_BEFORE = 12;

/** The steps of a round for an open read, in order. The requests of a step are sent at the same time. */
function stepsFor(run: Run, exchange: Exchange, round: number, openCount: number): (readonly Exchange[])[] {
  if (round === 1) return [[exchange]];
  const times = openCount > MAX_OPEN_TO_REPEAT ? 1 : REPETITIONS;
  if (round === ROUNDS) return Array<readonly Exchange[]>(times).fill([exchange]);
  const members = membersOf(exchange, run);
  const first = Math.min(...members.map(({ seq }) => seq));
  const before = run.exchanges.filter(({ seq }) => seq < first);
  const reads = before.filter((other) => other.phase === undefined && isRead(other)).slice(-READS_BEFORE);
  const repeated = round === 2 ? before.slice(-1).filter(isHarmless) : reads;
  return [...repeated.map((other) => [other]), members];
}

const isRead = ({ sent }: Exchange): boolean => sent.method === 'GET';

/** An exchange and those sent at the same time; of a read, only the other reads. */
function membersOf(exchange: Exchange, { exchanges }: Run): readonly Exchange[] {
  const isMember = (other: Exchange) =>
    other === exchange || (overlaps(exchange, other) && (isRead(other) || !isRead(exchange)));
  return exchanges.filter(isMember).sort((a, b) => a.seq - b.seq);
}

/** Whether repeating a request stores nothing: a read, or a refused request (fails-after-patch). After a 429, it may be accepted. */
const isHarmless = (exchange: Exchange): boolean =>
  isRead(exchange) || (isClientError(exchange) && !isRateLimited(exchange));

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

/** Maximum requests of a volley: more than the largest plan refills during slow responses (1,000 requests/min, half a second). */
const VOLLEY = 16;

/** Sends many reads at the same time, so that even a fast limiter cannot refill. Sends none if a response was cut, as more would be. */
async function volley(run: Run): Promise<void> {
  if (run.exchanges.some((exchange) => isAnswered(exchange) && exchange.received.cut !== undefined)) return;
  const reads = [list('limit=1'), get(absentId(run))].map(
    (request): NamedRequest => ({ request, probe: 'witness.volley', phase: CONFIRMATION }),
  );
  const room = roomFor(run, run.clock.now());
  // Half of it, because the tested defect is that a request counts more than once.
  const allowed = Math.min(VOLLEY, Math.floor(room / 2), requestsLeft(run));
  const turns = Math.floor(allowed / reads.length);
  if (turns >= 2) await waitAfter429(run, await sendTogether(run, Array.from({ length: turns }, () => reads).flat()));
}
