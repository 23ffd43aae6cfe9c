import {
  type Validator,
  validateCapacity,
  validateEnd,
  validateExchange,
  validateExperiment,
  validateHead,
  validateHeld,
  validateLag,
  validateLoadEnd,
  validateSample,
  validateSkip,
  validateStart,
  validateWait,
} from '../../../generated/journal.js';
import type { JournalRecord } from '../records/journal-record.ts';

/** A journal that cannot be read. The message names the line. */
export class JournalError extends Error {
  override readonly name = 'JournalError' as const;
}

/** One record, one line (NDJSON). */
export function journalLine(record: JournalRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** Parses one line of a journal. Throws a JournalError with its number. */
export function parseRecord(line: string, number: number): JournalRecord {
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
      `line ${number} has version ${JSON.stringify(record.v)}, but this storecheck reads version 1: update it`,
    );
  const problem = recordProblem(record);
  if (problem !== undefined) throw new JournalError(`line ${number}: ${problem}`);
  return record as JournalRecord;
}

/** A Map, because a plain object has a property `constructor`. */
const VALIDATORS = new Map<unknown, Validator>([
  ['head', validateHead],
  ['skip', validateSkip],
  ['wait', validateWait],
  ['end', validateEnd],
  ['start', validateStart],
  ['held', validateHeld],
  ['experiment', validateExperiment],
  ['load-end', validateLoadEnd],
  ['sample', validateSample],
  ['lag', validateLag],
  ['capacity', validateCapacity],
]);

function recordProblem(record: object): string | undefined {
  const kind = 'kind' in record ? record.kind : 'exchange';
  const validate = 'kind' in record ? VALIDATORS.get(kind) : validateExchange;
  if (validate === undefined) return `unknown kind ${JSON.stringify(kind)}`;
  if (validate(record)) return undefined;
  const [error] = validate.errors ?? [];
  return `${kind}${error?.instancePath ?? ''} ${error?.message ?? 'is malformed'}`;
}
