import { type Answered, isAnswered } from '../../exchange/exchange.ts';
import { oncePer } from '../../exchange/once.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Trace } from '../../exchange/trace.ts';
import { isOfService } from '../rule.ts';
import { isOtherSpelling } from './apart.ts';
import { isOnKey, readRate, serverSecond, windowOf } from './reading.ts';
import { overlapping } from './volley.ts';

/** Two consecutive responses to the key, and the change of Remaining between them. */
export interface Pair {
  readonly before: Answered;
  readonly after: Answered;
  readonly operation: string;
  readonly sameOperation: boolean;
  /** How much Remaining fell; negative if it rose. */
  readonly fall: number;
  /** Requests from the first to the second response: more than one if simultaneous ones lie between. */
  readonly sent: number;
  /** Requests between the two that may or may not draw on this counter: other credentials, lost responses, requests that are not an operation. */
  readonly between: number;
  /** From the first sending to the last receipt: at most ⌈seconds · perSecond⌉ may have returned meanwhile. */
  readonly seconds: number;
  readonly perSecond: number;
  /** Whether the window may have ended between the two: Reset had come, or it is later now, and the count may be complete again. */
  readonly newWindow: boolean;
}

/**
 * Consecutive responses that describe the same limit, with the simultaneous requests between them. Those of the first window decide: in a
 * sliding one, later requests get the quota of earlier ones back.
 *
 * ```text
 * 0 s ──── 260 requests ──── 59 s | 61 s ──── 60 requests ──── 70 s
 * nothing of ours returns           the first requests leave a sliding window
 * ```
 */
const allPairsOf: (trace: Trace) => readonly Pair[] = oncePer((trace) => {
  const pairs: Pair[] = [];
  const first = trace.exchanges.find(countsOnKey);
  const until = first === undefined ? 0 : first.sent.at + (windowOf(readRate(first).limit, trace) - 1) * 1000;
  let before: Answered | undefined;
  let between = 0;
  let group: Exchange[] = [];
  const together = overlapping(trace);
  for (const exchange of trace.exchanges) {
    if (exchange.received.at >= until) break;
    if (together.has(exchange)) {
      group.push(exchange);
      continue;
    }
    if (!countsOnKey(exchange)) {
      between += 1;
      continue;
    }
    const limit = readRate(exchange).limit;
    const isWhole = group.every((one) => countsOnKey(one) && readRate(one).limit === limit);
    if (before !== undefined && isWhole && (group.length === 0 || between === 0))
      pairs.push(...(pairOf({ before, after: exchange, between, sent: group.length + 1 }, trace) ?? []));
    before = exchange;
    between = 0;
    group = [];
  }
  return pairs;
});

/** Consecutive responses that describe the same limit, without other requests to the key between them. */
export const pairsOf: (trace: Trace) => readonly Pair[] = oncePer((trace) =>
  allPairsOf(trace).filter(({ sent }) => sent === 1),
);

/** The response before simultaneous requests, and the one after them, if all of them draw on the counter. */
export const groupsOf = (trace: Trace): readonly Pair[] => allPairsOf(trace).filter(({ sent }) => sent > 1);

export function countsOnKey(exchange: Exchange): exchange is Answered {
  return (
    isAnswered(exchange) &&
    isOfService(exchange) &&
    isOnKey(exchange) &&
    !isOtherSpelling(exchange) &&
    exchange.received.status !== 429 &&
    (readRate(exchange).remaining ?? -1) >= 0
  );
}

function pairOf(
  { before, after, between, sent }: Pick<Pair, 'before' | 'after' | 'between' | 'sent'>,
  trace: Trace,
): [Pair] | undefined {
  const [old, now] = [readRate(before), readRate(after)];
  if (old.limit !== now.limit || old.remaining === undefined || now.remaining === undefined) return undefined;
  const window = windowOf(now.limit, trace);
  const fall = old.remaining - now.remaining;
  // A new window has its complete limit. A bucket that is nearly full names a Reset a second ahead, all the time.
  const isSame = fall >= 1 && now.remaining < (now.limit ?? 0) - 1 - between;
  return [
    {
      before,
      after,
      operation: after.operation,
      sameOperation: before.operation === after.operation,
      fall,
      sent,
      between,
      seconds: Math.max(0, (after.received.at - before.sent.at) / 1000),
      perSecond: (now.limit ?? 0) / window,
      newWindow: !isSame && windowEnded(before, after, window),
    },
  ];
}

/**
 * Whether Reset had come by the server's clock, within a second of rounding. Without a Date our clock may differ, so a
 * later Reset is enough. Without a readable Reset the time of a rise is unknown, so only a complete window excludes it.
 */
function windowEnded(before: Answered, after: Answered, window: number): boolean {
  const [old, now] = [readRate(before).reset, readRate(after).reset];
  const elapsed = (after.received.at - before.sent.at) / 1000;
  if (old === undefined || now === undefined || old < 1e9 || old >= 1e11) return elapsed >= window;
  const clock = serverSecond(after);
  if (clock === undefined) return now - old > 1.5 || after.received.at / 1000 + 2 >= old;
  return clock + 2 >= old;
}

/** The number of stretches of consecutive pairs: Remaining is a whole number, so each stretch may hide a fraction. */
export function stretchesOf(pairs: readonly Pair[]): number {
  return pairs.filter((pair, index) => pair.before !== pairs[index - 1]?.after).length;
}

export const exchangesOf = (pairs: readonly Pair[]): Answered[] => [
  ...new Set(pairs.flatMap(({ before, after }) => [before, after])),
];

/** The values of Remaining in pairs: `59, 57, 55; 40, 38` if the second pair begins where the first one ends, and the third does not. */
export function valuesOf(pairs: readonly Pair[]): string {
  const steps = pairs.map(({ before, after }, index) => {
    const isContinued = pairs[index - 1]?.after === before;
    const value = readRate(after).remaining;
    return isContinued ? `, ${value}` : `${index === 0 ? '' : '; '}${readRate(before).remaining}, ${value}`;
  });
  return steps.join('');
}
