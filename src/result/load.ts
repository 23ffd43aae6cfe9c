import type { Exchange, LoadEnd, Trace } from '../exchange/index.ts';

/** What k6 sent. */
export function loadExchanges({ load = [] }: Trace): Exchange[] {
  return load.flatMap((record) => ('kind' in record ? [] : [record]));
}

/** How its processes ended. */
export function loadEnds({ load = [] }: Trace): LoadEnd[] {
  return load.flatMap((record) => ('kind' in record && record.kind === 'load-end' ? [record] : []));
}
