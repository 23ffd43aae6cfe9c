import { type Exchange, type LoadEnd, ofKind, type Trace } from '../exchange/index.ts';

/** Everything that was sent, the client's and then k6's; may be walked through again. */
export function exchangesOf({ exchanges, load }: Trace): Iterable<Exchange> {
  return {
    *[Symbol.iterator]() {
      yield* exchanges;
      if (load !== undefined) yield* load.exchanges();
    },
  };
}

/** How k6's processes ended. */
export function loadEnds({ load }: Trace): LoadEnd[] {
  return ofKind(load?.notes ?? [], 'load-end');
}
