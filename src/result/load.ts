import { type Exchange, type LoadEnd, ofKind, type Trace } from '../exchange/index.ts';

/** All exchanges, of the client and then of k6; can be iterated repeatedly. */
export function exchangesOf({ exchanges, load }: Trace): Iterable<Exchange> {
  return {
    *[Symbol.iterator]() {
      yield* exchanges;
      if (load !== undefined) yield* load.exchanges();
    },
  };
}

/** How the k6 processes ended. */
export function loadEnds({ load }: Trace): LoadEnd[] {
  return ofKind(load?.notes ?? [], 'load-end');
}
