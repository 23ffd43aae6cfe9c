import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { isConfirmation, type Trace } from '../../exchange/trace.ts';
import { because, type Outcome, outcomeOf } from '../outcome.ts';
import { countsOnKey, type Pair, pairOf } from './pairs.ts';
import { readRate } from './reading.ts';
import { attemptTogether, standsTogether } from './together.ts';
import { fallOver, overlapping, volleyOf } from './volley.ts';

/** A volley with fewer responses proves nothing. */
const ENOUGH = 8;

/**
 * Simultaneous requests that draw less than one each: a limiter that reads the counter, and writes it later, loses some of them
 * (simultaneous-requests-count-once).
 *
 * ```text
 * Remaining 280, then 6 at once, then one more: 273     each draws one
 * Remaining 280, then 6 at once, then one more: 278     5 are lost
 * ```
 * A portion of the quota may have come back just then, so a volley has to show it, too.
 */
export function lostTogether(trace: Trace): Outcome | undefined {
  const [short] = groupsOf(trace).filter(isShort);
  if (short === undefined) return undefined;
  const { pair, sent } = short;
  const volley = volleyOf(trace);
  if (volley === undefined) {
    const between = { before: pair.before.seq, after: pair.after.seq };
    return attemptTogether(trace, because('remaining-fell-less-together', { ...between, sent, fall: pair.fall }));
  }
  const { fall, least } = fallOver(volley, volley.answers);
  if (volley.answers.length < ENOUGH || fall >= least / 2) return undefined;
  return outcomeOf([standsTogether(volley, volley.answers)], volley.answers.length);
}

interface GroupDraw {
  /** The last response before the group, and the first after it. */
  readonly pair: Pair;
  /** Requests of the group and the one after it. */
  readonly sent: number;
}

const isShort = ({ pair, sent }: GroupDraw): boolean =>
  !pair.newWindow && pair.fall < sent - Math.ceil(pair.seconds * pair.perSecond);

/** Groups of requests, between two responses of the same limit. One pass: the journal of a large limit has 60,000 exchanges. */
function groupsOf(trace: Trace): GroupDraw[] {
  const together = overlapping(trace);
  const draws: GroupDraw[] = [];
  let before: Exchange | undefined;
  let group: Exchange[] = [];
  for (const exchange of trace.exchanges) {
    if (isConfirmation(exchange)) continue;
    if (together.has(exchange)) {
      group.push(exchange);
      continue;
    }
    if (before !== undefined && group.length > 1) draws.push(...drawOf(before, group, exchange, trace));
    before = exchange;
    group = [];
  }
  return draws;
}

function drawOf(before: Exchange, group: readonly Exchange[], after: Exchange, trace: Trace): GroupDraw[] {
  if (!countsOnKey(before) || !countsOnKey(after) || !group.every(countsOnKey)) return [];
  const { limit } = readRate(before);
  if (group.some((one) => readRate(one).limit !== limit)) return [];
  return (pairOf(before, after, 0, trace) ?? []).map((pair) => ({ pair, sent: group.length + 1 }));
}
