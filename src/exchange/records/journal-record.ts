import type { Exchange } from './exchange-record.ts';
import type { LoadRecord } from './load-record.ts';
import type { End, Head, Skip, Wait } from './run-record.ts';

export type JournalRecord = Head | Exchange | Skip | Wait | End | LoadRecord;

/** A journal that cannot be read. The message names the line. */
export class JournalError extends Error {
  override readonly name = 'JournalError' as const;
}

type Kind = Extract<JournalRecord, { readonly kind: string }>['kind'];

/** Of all records, exchanges alone have no kind. */
export function isExchange(record: JournalRecord): record is Exchange {
  return !('kind' in record);
}

export function isKind<K extends Kind>(
  record: JournalRecord,
  kind: K,
): record is Extract<JournalRecord, { readonly kind: K }> {
  return 'kind' in record && record.kind === kind;
}

export function ofKind<R extends JournalRecord, K extends Kind>(
  records: readonly R[],
  kind: K,
): Extract<R, { readonly kind: K }>[] {
  return records.filter((record): record is Extract<R, { readonly kind: K }> => isKind(record, kind));
}
