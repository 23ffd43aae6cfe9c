import { type Answered, headerValue, isAnswered, type Trace } from '../../exchange/index.ts';
import type { Finding } from '../outcome.ts';
import { violation } from '../rule.ts';
import { isOnKey, readRate, windowOf } from './reading.ts';

/** The key in another form than `Bearer KEY` (auth.scheme-case): if the service accepts it, it is the same key. */
export function isOtherSpelling({ sent }: Answered): boolean {
  return (headerValue(sent.headers, 'Authorization') ?? USUAL) !== USUAL;
}

const USUAL = 'Bearer {key}';

/**
 * Remaining of another spelling, such as `bearer KEY`, is far above that of `Bearer KEY` before and after it. So the
 * limiter counts by the complete header, and one key has the limit twice. A new window does not explain it (the next
 * response would show that too), nor does another client.
 */
export function countedApart(trace: Trace): Finding[] {
  const shown = trace.exchanges
    .filter(isAnswered)
    .filter((exchange) => isOnKey(exchange) && (readRate(exchange).remaining ?? -1) >= 0);
  return shown.flatMap((exchange, at) => {
    const before = shown.slice(0, at).findLast((other) => !isOtherSpelling(other));
    const after = shown.slice(at + 1).find((other) => !isOtherSpelling(other));
    if (!isOtherSpelling(exchange) || before === undefined || after === undefined) return [];
    return standsApart(before, exchange, after, trace) ?? [];
  });
}

function standsApart(before: Answered, other: Answered, after: Answered, trace: Trace): Finding | undefined {
  const [old, own, next] = [readRate(before), readRate(other), readRate(after)];
  if (old.limit !== own.limit || own.limit !== next.limit) return undefined;
  const { remaining: left = 0, limit = 0 } = old;
  const back = Math.ceil((((after.received.at - before.sent.at) / 1000) * limit) / windowOf(limit, trace));
  const [apart = 0, then = 0] = [own.remaining, next.remaining];
  if (apart <= left + back + 1 || then > left + back || apart - then <= back + 2) return undefined;
  const credential = headerValue(other.sent.headers, 'Authorization') ?? '';
  const shown = { credential, wanted: left - 1, remaining: apart, after: then };
  return violation(other, 'counter-per-spelling', shown, before, after);
}
