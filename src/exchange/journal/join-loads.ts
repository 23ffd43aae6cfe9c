import type { Exchange, KeyLabel } from '../exchange.ts';
import type { K6Process, Load, LoadPart } from './load.ts';

/** Joins the records of several instances; exchanges are numbered from `after`. Undefined if there are none. */
export function joinLoads(loads: readonly Load[], after: number): Load | undefined {
  if (loads.length === 0) return undefined;
  let sent = 0;
  const parts = loads.map((load): Load => {
    const by = after + sent;
    sent += load.sent;
    return { ...counting(load, by), processes: load.processes.map((process) => counting(process, by)) };
  });
  return { ...together(parts), processes: parts.flatMap(({ processes }) => processes), sent };
}

/** The records of some k6 processes of a run. */
export function loadOfProcesses(processes: readonly K6Process[]): Load {
  const sent = processes.reduce((sum, { lines }) => sum + lines.exchanges(), 0);
  return { ...together(processes), processes, sent };
}

const together = (parts: readonly LoadPart[]): LoadPart => ({
  notes: parts.flatMap(({ notes }) => notes),
  exchanges: (...keys) => inTurn(parts, keys),
});

const counting = <Part extends LoadPart>(part: Part, by: number): Part => ({
  ...part,
  exchanges: (...keys: KeyLabel[]) => numbered(part.exchanges(...keys), by),
});

function* inTurn(parts: readonly LoadPart[], keys: readonly KeyLabel[]): Generator<Exchange> {
  for (const part of parts) yield* part.exchanges(...keys);
}

function* numbered(exchanges: Iterable<Exchange>, by: number): Generator<Exchange> {
  for (const exchange of exchanges) yield { ...exchange, seq: exchange.seq + by };
}
