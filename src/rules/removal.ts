import { isAnswered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { REMOVAL_DATE } from '../spec/operations.ts';

/** Whether the specification has removed GET /pets/{petId} by the day of the run. */
export function isRemoved({ head }: Pick<Trace, 'head'>): boolean {
  return head.settings.today >= REMOVAL_DATE;
}

/** After the removal, a response without an animal counts as that to an unlisted path. */
export function withoutRemoved<Recorded extends Trace>(trace: Recorded): Recorded {
  if (!isRemoved(trace)) return trace;
  const exchanges = trace.exchanges.map((exchange) =>
    isGone(exchange) ? { ...exchange, operation: 'other' } : exchange,
  );
  return { ...trace, exchanges };
}

/** The same for requests of k6, where a refusal is still one of the limit. */
export function listedOnly(exchanges: Iterable<Exchange>, trace: Pick<Trace, 'head'>): Iterable<Exchange> {
  return isRemoved(trace) ? [...exchanges].filter((exchange) => !isGone(exchange)) : exchanges;
}

function isGone(exchange: Exchange): boolean {
  return exchange.operation === 'getPet' && isAnswered(exchange) && ![200, 429].includes(exchange.received.status);
}
