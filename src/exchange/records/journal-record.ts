import type { Exchange } from './exchange-record.ts';
import type { LoadRecord } from './load-record.ts';
import type { End, Head, Skip, Wait } from './run-record.ts';

export type JournalRecord = Head | Exchange | Skip | Wait | End | LoadRecord;

/** A journal that cannot be read. The message names the line. */
export class JournalError extends Error {
  override readonly name = 'JournalError' as const;
}

type Kind = Extract<JournalRecord, { readonly kind: string }>['kind'];

/** Whether the record is an exchange, the only record without a kind. */
export const isExchange = (record: JournalRecord): record is Exchange => !('kind' in record);

type OfKind<Any, K extends Kind> = Extract<Any, { readonly kind: K }>;

export const isKind = <K extends Kind>(record: JournalRecord, kind: K): record is OfKind<JournalRecord, K> =>
  'kind' in record && record.kind === kind;

export const ofKind = <R extends JournalRecord, K extends Kind>(records: readonly R[], kind: K): OfKind<R, K>[] =>
  records.filter((record): record is OfKind<R, K> => isKind(record, kind));
