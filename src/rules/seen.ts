import { isConfirmation, oncePer, type Trace } from '../exchange/index.ts';
import { type Created, knownIds, type ListView, modelOf, unfiltered } from '../store/index.ts';

/** What a run showed of the store, read once for all rules: a trace that is judged no longer grows. */
export const listsOf = ({ exchanges }: Trace): readonly ListView[] => modelOf(exchanges).lists;

/** Lists over the whole store, with no status filter. */
export const wholeListsOf: (trace: Trace) => readonly ListView[] = oncePer((trace) => unfiltered(listsOf(trace)));

export const createdOf = ({ exchanges }: Trace): readonly Created[] => modelOf(exchanges).created;

export const idsOf: (trace: Trace) => readonly string[] = oncePer(({ exchanges }) => knownIds(exchanges));

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
