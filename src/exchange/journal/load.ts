import type { Exchange, KeyLabel } from '../exchange.ts';
import { isExchange, isKind } from '../records/journal-record.ts';
import type { Held, LoadRecord, Start } from '../records/load-record.ts';
import { type LineCounter, type LineCounts, lineCounter } from './line-counts.ts';

/** What k6 says besides its requests: little enough to be held. */
export type LoadNote = Exclude<LoadRecord, Exchange | Held | { readonly kind: 'sample' | 'lag' }>;

/** Everything that k6 wrote in a run. The exchanges may be a million: they are read where they were written, as often as asked for. */
export interface Load extends LoadPart {
  /** One for each k6 process, in order. */
  readonly processes: readonly K6Process[];
  /** How many exchanges there are. */
  readonly sent: number;
}

export interface LoadPart {
  readonly notes: readonly LoadNote[];
  /** In order; with these keys, or all where none is named. Read anew by each call. */
  readonly exchanges: (...keys: readonly KeyLabel[]) => Iterable<Exchange>;
}

/** What one k6 process left: what stands between its start and the next one's. */
export interface K6Process extends LoadPart {
  readonly start: Start;
  readonly lines: LineCounts;
  /** The last moment of which it wrote. */
  readonly until: number;
}

/** Gives everything from the beginning, in order; what is neither a start nor an exchange with one of the keys may be left out. */
export type LoadSource = (keys: readonly KeyLabel[]) => Iterable<LoadRecord>;

export interface LoadReader {
  /** Every record once, in order. */
  readonly see: (record: LoadRecord) => void;
  /** What was seen, with the exchanges from the place where they can be read again; undefined where nothing was seen. */
  readonly load: (source: LoadSource) => Load | undefined;
}

/** Of records that are held anyway. */
export function loadOf(records: readonly LoadRecord[]): Load | undefined {
  const { see, load } = loadReader();
  records.forEach(see);
  return load(() => records);
}

export function loadReader(): LoadReader {
  const notes: LoadNote[] = [];
  const parts: { start: Start; notes: LoadNote[]; lines: LineCounter; until: number }[] = [];
  let [seen, sent] = [0, 0];
  const see = (record: LoadRecord): void => {
    seen += 1;
    if (isExchange(record)) sent += 1;
    if (isKind(record, 'start')) parts.push({ start: record, notes: [], lines: lineCounter(), until: 0 });
    const part = parts.at(-1);
    if (part !== undefined) part.until = Math.max(part.until, momentOf(record));
    // Samples are judged as they come by (capacity).
    if (isKind(record, 'sample') || isKind(record, 'lag')) return;
    if (isExchange(record) || isKind(record, 'held')) part?.lines.see(record);
    else for (const list of [notes, part?.notes]) list?.push(record);
  };
  const load = (source: LoadSource): Load | undefined =>
    seen === 0
      ? undefined
      : {
          sent,
          notes,
          processes: parts.map((part, number) => ({
            ...part,
            exchanges: (...keys) => exchangesIn(source, keys, number),
          })),
          exchanges: (...keys) => exchangesIn(source, keys),
        };
  return { see, load };
}

function* exchangesIn(source: LoadSource, keys: readonly KeyLabel[], only?: number): Generator<Exchange> {
  let number = -1;
  for (const record of source(keys)) {
    if (isKind(record, 'start')) number += 1;
    if (only !== undefined && number > only) return;
    if (!isExchange(record) || number !== (only ?? number)) continue;
    if (keys.length === 0 || (record.key !== null && keys.includes(record.key))) yield record;
  }
}

const momentOf = (record: LoadRecord): number =>
  isExchange(record) ? record.received.at : 'at' in record ? record.at : 0;
