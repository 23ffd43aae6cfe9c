import { type Exchange, isAnswered, type Trace } from '../exchange/index.ts';
import { REMOVAL_DATE } from '../spec/operations.ts';
import { notApplicable } from './outcome.ts';
import type { Rule } from './rule.ts';

/** True from the day on which the document says that GET /pets/{petId} is gone. */
export function isRemoved({ head }: Pick<Trace, 'head'>): boolean {
  return head.settings.today >= REMOVAL_DATE;
}

/** For what asks for the operation itself. */
export function beforeRemoval(rule: Rule): Rule {
  return (evidence, trace) =>
    isRemoved(trace) ? notApplicable('the operation was to be removed on 5 December 2030') : rule(evidence, trace);
}

/** Once the operation is to be gone, whoever answers there with anything but an animal (a router, a gateway) does so for an unlisted path. */
export function withoutRemoved<Recorded extends Trace>(trace: Recorded): Recorded {
  if (!isRemoved(trace)) return trace;
  const exchanges = trace.exchanges.map((exchange) =>
    isGone(exchange) ? { ...exchange, operation: 'other' } : exchange,
  );
  return { ...trace, exchanges };
}

/** The same for what k6 sent, where a refusal is still one of the limit's. */
export function listedOnly(exchanges: Iterable<Exchange>, trace: Pick<Trace, 'head'>): Iterable<Exchange> {
  return isRemoved(trace) ? [...exchanges].filter((exchange) => !isGone(exchange)) : exchanges;
}

function isGone(exchange: Exchange): boolean {
  return exchange.operation === 'getPet' && isAnswered(exchange) && ![200, 429].includes(exchange.received.status);
}
