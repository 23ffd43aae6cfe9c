import type { Exchange } from '../exchange/records/exchange-record.ts';
import { ofKind } from '../exchange/records/journal-record.ts';
import type { LoadEnd } from '../exchange/records/load-record.ts';
import type { Trace } from '../exchange/trace.ts';

/** All exchanges, of the client and then of k6; can be iterated repeatedly. */
export function exchangesOf({ exchanges, load }: Trace): Iterable<Exchange> {
  return {
    *[Symbol.iterator]() {
      yield* exchanges;
      if (load !== undefined) yield* load.exchanges();
    },
  };
}

export function loadEnds({ load }: Trace): LoadEnd[] {
  return ofKind(load?.notes ?? [], 'load-end');
}
