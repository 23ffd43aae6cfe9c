import { isAnswered } from '../exchange/exchange.ts';
import type { EndedTrace } from '../exchange/trace.ts';
import { because, type Reason } from '../rules/outcome.ts';
import { readRate } from '../rules/rate/rate-reading.ts';
import { askedIn } from './expect/request.ts';

/** Refused credentials after which a firewall or the service may block an address. */
const MANY = 5;
/** With so much quota left, a 429 is not that of the limit. */
const SPARE = 5;

export interface Ban {
  /** The run until the last response before it. */
  readonly before: EndedTrace;
  readonly reason: Reason;
}

/**
 * Whether every request with the key is refused from one moment on, after credentials that had to be refused: the address is blocked, and
 * nothing after that says anything about the service.
 */
export function banIn(trace: EndedTrace): Ban | undefined {
  const answered = trace.exchanges.filter(isAnswered);
  const withKey = answered.filter(({ key }) => key !== null);
  const last = withKey.findLast(({ received }) => ![403, 429].includes(received.status));
  const refused = withKey.filter(({ seq }) => seq > (last?.seq ?? 0));
  const [status, ...others] = new Set(refused.map(({ received }) => received.status));
  if (last === undefined || status === undefined || others.length > 0) return undefined;
  if (status === 429 && (readRate(last).remaining ?? 0) < SPARE) return undefined;
  const between = answered.filter(({ seq }) => seq > last.seq && seq < (refused[0]?.seq ?? 0));
  const wrong = between.filter((exchange) => askedIn(exchange).claims.length > 0);
  // A run ends at a 429 that asks for too long a wait.
  if (wrong.length < MANY || refused.length < (status === 429 ? 1 : 2)) return undefined;
  const exchanges = trace.exchanges.filter(({ seq }) => seq <= last.seq);
  return {
    before: { ...trace, exchanges, end: null },
    reason: because('refused-after-wrong-keys', { wrong: wrong.length, status }),
  };
}
