import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Probe } from '../probes/probe.ts';
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
