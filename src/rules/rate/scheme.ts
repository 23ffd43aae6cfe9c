import { type Answered, headerValue, isAnswered, type Trace } from '../../exchange/index.ts';
import type { Finding } from '../outcome.ts';
import { describe } from '../rule.ts';
import { isOnKey, readRate, windowOf } from './reading.ts';

/** The one probe that writes the scheme in lower case (auth.scheme-case); a service may refuse it, but where it takes it the key is the same. */
export function isLowerScheme({ sent }: Answered): boolean {
  return headerValue(sent.headers, 'Authorization')?.startsWith('bearer ') === true;
}

/**
 * Remaining of `bearer KEY` stands far above that of `Bearer KEY` before and after it: a counter of its own, by the whole header, so that one
 * key has the limit twice. A new window does not explain it (the next answer would show that one too), nor does anybody else's use.
 */
export function countedApart(trace: Trace): Finding | undefined {
  const shown = trace.exchanges
    .filter(isAnswered)
    .filter((exchange) => isOnKey(exchange) && (readRate(exchange).remaining ?? -1) >= 0);
  const at = shown.findIndex(isLowerScheme);
  const [before, lower, after] = [shown[at - 1], shown[at], shown[at + 1]];
  if (before === undefined || lower === undefined || after === undefined || isLowerScheme(after)) return undefined;
  const [old, own, next] = [readRate(before), readRate(lower), readRate(after)];
  if (old.limit !== own.limit || own.limit !== next.limit) return undefined;
  const { remaining: left = 0, limit = 0 } = old;
  const back = Math.ceil((((after.received.at - before.sent.at) / 1000) * limit) / windowOf(limit, trace));
  const [apart = 0, then = 0] = [own.remaining, next.remaining];
  if (apart <= left + back + 1 || then > left + back || apart - then <= back + 2) return undefined;
  return {
    message: `${describe(lower)} with \`bearer\` in lower case: Remaining after ${describe(before)}`,
    expected: `${left - 1}`,
    actual: `${apart}, and ${then} for the next request with \`Bearer\`: one key has two counters`,
    exchanges: [before.seq, lower.seq, after.seq],
  };
}
