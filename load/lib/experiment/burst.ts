import type { QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { Phase } from '../../../src/exchange/records/load-record.ts';
import { inFlightAtMost } from '../../../src/k6/in-flight.ts';
import { count } from '../wire/headers.ts';
import { LIST } from '../wire/request.ts';
import type { Lab } from './lab.ts';
import { type PoolResult, sendAll } from './pool.ts';
import type { Prepared } from './prepare.ts';

/** Requests of the top-up for what may have come back before the burst, if Remaining says how much did. */
const MARGIN = 3;

/** The first request above the limit could be let in by a slot that came back meanwhile; two tell more. */
const BEYOND = 2;

export interface Caution {
  readonly connections: number;
  readonly refusals: number;
}

export interface BurstCounts {
  /** What the service says is left, without those beyond. */
  readonly within: number;
  /** What the plan promises besides, where the service says less: sent only if nothing was refused before. */
  readonly promised: number;
}

/** Both counts are fixed before the burst. A key of a smaller plan is thus found out with two refusals, not with fifty. */
export function burstCounts({ perWindow }: QuotaExperiment, { ours, claimed }: Prepared): BurstCounts {
  const left = Math.max(0, perWindow - ours);
  // More than N less ours: some of ours were not counted, or came back.
  const within = Math.min(perWindow - 1, claimed ?? left);
  return { within, promised: Math.max(0, left - within) };
}

/** Some VUs' shares of a burst: the others send theirs, and `done` resolves when they have. */
export interface Crew {
  readonly others: number;
  readonly done: () => Promise<void>;
}

export const ALONE: Crew = { others: 0, done: () => Promise.resolve() };

/** How many requests each VU but the leading one sends; the leading one sends the rest. */
export function shareOf(counts: BurstCounts, others: number): number {
  return Math.floor(counts.within / (others + 1));
}

/** Step 2: all that is left of N at once, and two more when all of it has gone out. */
export async function burst(lab: Lab, prepared: Prepared, whole: Caution, crew: Crew): Promise<PoolResult> {
  const caution = divided(whole, crew.others);
  const counts = burstCounts(lab.experiment, prepared);
  const own = counts.within - crew.others * shareOf(counts, crew.others);
  if (crew.others === 0) {
    const result = await pool(lab, 'burst', own + BEYOND, caution);
    return afterClaim(lab, result, counts, caution);
  }
  const shared = await pool(lab, 'burst', own, caution);
  await crew.done();
  if (shared.stopped !== undefined) return shared;
  const beyond = await pool(lab, 'burst', BEYOND, spared(caution, shared));
  return afterClaim(lab, joined(shared, beyond), counts, caution);
}

async function afterClaim(
  lab: Lab,
  before: PoolResult,
  { promised }: BurstCounts,
  caution: Caution,
): Promise<PoolResult> {
  if (before.stopped !== undefined || before.refused > 0 || promised === 0) return before;
  return joined(before, await pool(lab, 'burst', promised, caution));
}

/** Step 3, if nothing was refused: as many as continuous refill can have added by now (a window's worth at most), and two more. */
export async function topUp(
  lab: Lab,
  { since, until, ours, claimed }: Prepared,
  caution: Caution,
): Promise<PoolResult> {
  const start = lab.now();
  const most = lab.experiment.perWindow;
  // Remaining shows how much had come back before the burst, but for a fraction; the others tell a refill from no limit.
  const unseen = claimed === null ? ours : MARGIN;
  const before = Math.min(most, Math.min(unseen, refilled(lab, until - since)) + refilled(lab, start - until));
  const first = await pool(lab, 'top-up', before + BEYOND, caution);
  const meanwhile = Math.min(most - before, refilled(lab, lab.now() - start));
  // A long top-up is itself refilled by more than the two beyond it.
  if (first.refused > 0 || first.stopped !== undefined || meanwhile <= BEYOND) return first;
  return joined(first, await pool(lab, 'top-up', meanwhile + BEYOND, caution));
}

function refilled({ experiment }: Lab, milliseconds: number): number {
  return Math.ceil((milliseconds * experiment.perWindow) / (experiment.windowSeconds * 1_000));
}

/** One VU's part of a burst. */
export function pool(lab: Lab, phase: Phase, requests: number, caution: Caution): Promise<PoolResult> {
  lab.plan(phase, requests);
  const { latest } = lab.known();
  const answerMs = latest === null ? 0 : latest.received - latest.sent;
  const left = latest === null ? null : count(latest.header('X-RateLimit-Remaining'));
  const sizes = { ...lab.experiment, connections: caution.connections, answerMs };
  const atOnce = (admitted: number) => inFlightAtMost(sizes, admitted);
  const deadline = lab.now() + lab.experiment.windowSeconds * 1_000;
  return sendAll({ requests, atOnce, refusals: caution.refusals, left, deadline, now: lab.now }, () =>
    lab.send(phase, LIST),
  );
}

/** VUs share no memory, so each gets its part of the refusals that the burst may be put to. */
export function divided(caution: Caution, others: number): Caution {
  return { ...caution, refusals: Math.max(1, Math.floor(caution.refusals / (others + 1))) };
}

function spared(caution: Caution, { refused }: PoolResult): Caution {
  return { ...caution, refusals: Math.max(1, caution.refusals - refused) };
}

function joined(first: PoolResult, second: PoolResult): PoolResult {
  return { ...second, sent: first.sent + second.sent, refused: first.refused + second.refused };
}
