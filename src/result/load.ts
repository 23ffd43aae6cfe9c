import { type Exchange, isExchange, type LoadEnd, ofKind, type Trace } from '../exchange/index.ts';

/** What k6 sent. */
export function loadExchanges({ load = [] }: Trace): Exchange[] {
  return load.filter(isExchange);
}

/** How its processes ended. */
export function loadEnds({ load = [] }: Trace): LoadEnd[] {
  return ofKind(load, 'load-end');
}
