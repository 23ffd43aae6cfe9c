import { isConfirmation, type Trace } from '../exchange/index.ts';
import { createdOf, wholeListsOf } from './seen.ts';

/**
 * Whether late effects may still appear: a complete list after the settle time would show them, and none was sent yet.
 * Full pages without the animals of this run show nothing.
 */
export function lacksLateList(trace: Trace): boolean {
  const creates = trace.exchanges.filter((exchange) => exchange.operation === 'createPet' && !isConfirmation(exchange));
  const last = Math.max(...creates.map(({ received }) => received.at));
  const own = new Set(createdOf(trace).map(({ answered }) => answered.id));
  const telling = wholeListsOf(trace).filter(
    ({ plain, full, exchange, animals }) =>
      plain && exchange.sent.at >= last && (!full || animals.some(({ id }) => own.has(id))),
  );
  const { settleMs } = trace.head.settings;
  return telling.length > 0 && telling.every(({ exchange }) => exchange.sent.at < last + settleMs);
}
