import { CONFIRMATION, type Exchange } from '../exchange/index.ts';
import { isNotSent, type Probe, type Situation } from '../probes/index.ts';
import { roomFor } from './pace.ts';
import { keep, type Labelled, type Run, throwIfStopped } from './run.ts';

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
export async function sendAtOnce(run: Run, requests: readonly Labelled[]): Promise<readonly Exchange[]> {
  const exchanges = await run.sendTogether(requests);
  for (const exchange of exchanges) {
    const one = requests.find(({ probe }) => probe === exchange.probe);
    if (one !== undefined) keep(run, exchange, one.request);
  }
  throwIfStopped(run);
  return exchanges;
}

export const probeOf = (seq: number, { exchanges }: Run) => exchanges.find((exchange) => exchange.seq === seq)?.probe;

/**
 * Requests that were sent at the same time are sent so again, with all that were sent beside them: reads with the reads, and failed creates
 * with the creates, which leaves animals.
 * @param prepare called with the number of the first of them, if one of `often` is among them
 * @returns the numbers of the requests that this repeats
 */
export async function repeatGroups(
  run: Run,
  requests: readonly number[],
  often: readonly number[],
  prepare: (seq: number) => Promise<void>,
  { writes: ofWrites = false } = {},
): Promise<ReadonlySet<number>> {
  const groupOf = new Map(run.probes.map(({ id, group, writes }) => [id, writes === ofWrites ? group : undefined]));
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

/** Above the refill of the largest plan during slow responses (1,000 requests/min, half a second). */
const MOST = 16;

/** The requests of these probes, alternating, as far as the quota allows; none if each would be sent only once. */
export function volley(probes: readonly Probe[], situation: Situation, room: number): Labelled[] {
  const built = probes.flatMap(({ id, build }): Labelled[] => {
    const request = build(situation);
    return isNotSent(request) ? [] : [{ request, probe: id, phase: CONFIRMATION }];
  });
  const turns = built.length === 0 ? 0 : Math.floor(Math.min(MOST, room) / built.length);
  return turns < 2 ? [] : Array.from({ length: turns }, () => built).flat();
}
