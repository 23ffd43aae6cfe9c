import type { Exchange } from './exchange.ts';
import {
  type Validator,
  validateEnd,
  validateExchange,
  validateHead,
  validateSkip,
  validateWait,
} from './journal.generated.js';
import type { End, Head, JournalRecord, Skip, Trace, Wait } from './trace.ts';

/** A journal that cannot be judged: names the line and what is wrong with it. */
export class JournalError extends Error {
  override readonly name = 'JournalError' as const;
}

/** One record, one line (NDJSON). */
export function journalLine(record: JournalRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/**
 * Reads a journal back. A last line that was cut off by a crash is left out (the trace then has no `end`);
 * every other line that does not read throws a JournalError.
 */
export function parseJournal(text: string): Trace {
  let head: Head | undefined;
  let end: End | null = null;
  const exchanges: Exchange[] = [];
  const skips: Skip[] = [];
  const waits: Wait[] = [];
  const lines = text.split('\n');
  const cutLine = lines.pop() === '' ? -1 : lines.length;
  for (const [index, line] of lines.entries()) {
    const record = parseRecord(line, index + 1);
    if (end !== null)
      throw new JournalError(`line ${index + 1}: a record after the closing one; two journals in one file?`);
    if (!('kind' in record)) exchanges.push(record);
    else if (record.kind === 'head') {
      if (head !== undefined) throw new JournalError(`line ${index + 1}: a second head; two journals in one file?`);
      head = record;
    } else if (record.kind === 'skip') skips.push(record);
    else if (record.kind === 'wait') waits.push(record);
    else end = record;
  }
  if (head === undefined)
    throw new JournalError(cutLine >= 0 ? 'the journal ends inside its first line' : 'the journal has no head record');
  const { run } = head;
  const stranger = exchanges.find((exchange) => exchange.run !== run);
  if (stranger !== undefined)
    throw new JournalError(`exchange ${stranger.seq} belongs to run ${stranger.run}, the head to ${run}`);
  return { head, exchanges, skips, waits, end };
}

function parseRecord(line: string, number: number): JournalRecord {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch (cause) {
    throw new JournalError(`line ${number} is not JSON`, { cause });
  }
  if (typeof record !== 'object' || record === null || !('v' in record))
    throw new JournalError(`line ${number} is not a journal record`);
  if (record.v !== 1)
    throw new JournalError(
      `line ${number} has version ${String(record.v)}; this storecheck reads version 1: update it`,
    );
  const problem = recordProblem(record as Record<string, unknown>);
  if (problem !== undefined) throw new JournalError(`line ${number}: ${problem}`);
  return record as JournalRecord;
}

const VALIDATORS: Readonly<Record<string, Validator>> = {
  head: validateHead,
  skip: validateSkip,
  wait: validateWait,
  end: validateEnd,
};

function recordProblem(record: Record<string, unknown>): string | undefined {
  const validate = 'kind' in record ? VALIDATORS[String(record['kind'])] : validateExchange;
  if (validate === undefined) return `unknown kind ${JSON.stringify(record['kind'])}`;
  if (validate(record)) return undefined;
  const [error] = validate.errors ?? [];
  return `${'kind' in record ? String(record['kind']) : 'exchange'}${error?.instancePath ?? ''} ${error?.message ?? 'is malformed'}`;
}
