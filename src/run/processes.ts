import { type Exchange, isExchange, isKind, type LoadRecord, ofKind, type Start } from '../exchange/index.ts';

/** The closing line of one experiment. */
export type Closing = Extract<LoadRecord, { readonly kind: 'experiment' }>;

/** What one k6 process left. */
export interface K6Process {
  readonly start: Start;
  /** All of it, in order. */
  readonly records: readonly LoadRecord[];
  readonly exchanges: readonly Exchange[];
  readonly held: readonly Extract<LoadRecord, { readonly kind: 'held' }>[];
  readonly experiments: readonly Closing[];
}

/** One for each k6 process: its records stand between its start and the next one's. */
export function processesOf(load: readonly LoadRecord[]): K6Process[] {
  const starts = load.flatMap((record, index) => (isKind(record, 'start') ? [{ start: record, index }] : []));
  return starts.map(({ start, index }, number) => processOf(start, load.slice(index, starts[number + 1]?.index)));
}

function processOf(start: Start, records: readonly LoadRecord[]): K6Process {
  return {
    start,
    records,
    exchanges: records.filter(isExchange),
    held: ofKind(records, 'held'),
    experiments: ofKind(records, 'experiment'),
  };
}
