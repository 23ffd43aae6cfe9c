import { CONFIRMATION, type Exchange, stopOf } from '../exchange/index.ts';
import type { Probe } from '../probes/index.ts';
import { keep, type Run, Stop } from './ask.ts';
import { roomFor } from './pace.ts';
import type { SendTogether } from './send.ts';
import type { Together } from './volley.ts';

/** A run that can send requests at the same time. */
interface Grouped extends Run {
  readonly sendTogether: SendTogether;
}

/** Neighbours of the same group together, every other probe alone. */
export function grouped(probes: readonly Probe[]): Probe[][] {
  const groups: Probe[][] = [];
  for (const probe of probes) {
    const last = groups.at(-1);
    if (probe.group !== undefined && last?.[0]?.group === probe.group) last.push(probe);
    else groups.push([probe]);
  }
  return groups;
}

/** Simultaneous responses show Remaining in any order, so a group leaves so many requests of the quota. */
const SPARE = 8;

/** Whether the quota and the budget have room for so many requests at the same time. */
export function hasRoom({ exchanges, waits, head, clock }: Run, count: number): boolean {
  const room = roomFor(exchanges, waits, head.settings, clock.now());
  return Math.min(room, head.settings.maxRequests - exchanges.length) >= count + SPARE;
}

/** Sends all of them at the same time and keeps what was answered. */
export async function sendAtOnce(run: Grouped, requests: readonly Together[]): Promise<readonly Exchange[]> {
  const exchanges = await run.sendTogether(requests);
  for (const exchange of exchanges) {
    const one = requests.find(({ probe }) => probe === exchange.probe);
    if (one !== undefined) run.requests.set(exchange.seq, one.request);
    keep(run, exchange);
  }
  if (run.signal.aborted) throw new Stop(stopOf(run.signal.reason));
  return exchanges;
}

/** The probe of an exchange, by its number. */
export const probeOf = (seq: number, { exchanges }: Run) => exchanges.find((exchange) => exchange.seq === seq)?.probe;

/**
 * Reads that were sent at the same time are sent so again, with all that were sent beside them.
 * @param prepare called with the number of the first of them, if one of `often` is among them
 * @returns the numbers of the requests that this repeats
 */
export async function repeatGroups(
  run: Grouped,
  requests: readonly number[],
  often: readonly number[],
  prepare: (seq: number) => Promise<void>,
): Promise<ReadonlySet<number>> {
  const groupOf = new Map(run.probes.map(({ id, group, writes }) => [id, writes ? undefined : group]));
  const groups = new Set(requests.flatMap((seq) => groupOf.get(probeOf(seq, run) ?? '') ?? []));
  const members = run.exchanges.filter(({ probe }) => groups.has(groupOf.get(probe) ?? ''));
  if (members.length === 0 || !hasRoom(run, members.length)) return new Set();
  const built = members.flatMap(({ seq, probe }) => {
    const request = run.requests.get(seq);
    return request === undefined ? [] : [{ request, probe, phase: CONFIRMATION }];
  });
  const [first] = members;
  if (first !== undefined && members.some(({ seq }) => often.includes(seq))) await prepare(first.seq);
  await sendAtOnce(run, built);
  return new Set(requests.filter((seq) => groups.has(groupOf.get(probeOf(seq, run) ?? '') ?? '')));
}
