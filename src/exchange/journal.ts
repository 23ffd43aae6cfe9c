import type { Exchange } from './exchange.ts';
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
} from './journal.generated.js';
import type { LoadRecord, Start } from './load-record.ts';
import type { End, Head, JournalRecord, Skip, Trace, Wait } from './trace.ts';

/** A journal that cannot be judged: names the line and what is wrong with it. */
export class JournalError extends Error {
  override readonly name = 'JournalError' as const;
}

/** One record, one line (NDJSON). */
export function journalLine(record: JournalRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** A journal before it is asked whose it is. */
export interface Journal extends Omit<Trace, 'head' | 'load'> {
  /** Absent in what k6 wrote by itself, without our driver. */
  readonly head: Head | undefined;
  readonly load: readonly LoadRecord[];
}

/**
 * Reads a journal back. A last line that was cut off by a crash is left out (the trace then has no `end`);
 * every other line that does not read throws a JournalError.
 */
export function parseJournal(text: string): Trace {
  const { head, load, ...rest } = readJournal(text);
  if (head === undefined)
    throw new JournalError(
      text === '' || text.includes('\n') ? 'the journal has no head record' : 'the journal ends inside its first line',
    );
  return { head, ...rest, ...(load.length === 0 ? {} : { load }) };
}

export function readJournal(text: string): Journal {
  let head: Head | undefined;
  let end: End | null = null;
  const exchanges: Exchange[] = [];
  const skips: Skip[] = [];
  const waits: Wait[] = [];
  const load: LoadRecord[] = [];
  const lines = text.split('\n');
  lines.pop();
  for (const [index, line] of lines.entries()) {
    const record = parseRecord(line, index + 1);
    if (end !== null)
      throw new JournalError(`line ${index + 1}: a record after the closing one; two journals in one file?`);
    if (isOfLoad(record)) load.push(record);
    else if (!('kind' in record)) exchanges.push(record);
    else if (record.kind === 'head') {
      if (head !== undefined) throw new JournalError(`line ${index + 1}: a second head; two journals in one file?`);
      head = record;
    } else if (record.kind === 'skip') skips.push(record);
    else if (record.kind === 'wait') waits.push(record);
    else if (record.kind === 'end') end = record;
  }
  const run =
    head?.run ?? load.find((record): record is Start => 'kind' in record && record.kind === 'start')?.config.run;
  const stranger =
    run === undefined ? undefined : [...exchanges, ...load].find((record) => 'run' in record && record.run !== run);
  if (stranger !== undefined && 'run' in stranger)
    throw new JournalError(
      `${'seq' in stranger ? `exchange ${stranger.seq}` : 'an experiment'} belongs to run ${stranger.run}, the head to ${run}`,
    );
  return { head, exchanges, skips, waits, end, load };
}

const LOAD_KINDS = ['start', 'held', 'experiment', 'load-end', 'sample', 'lag', 'capacity'];

/** k6's waits name the phase of the experiment; the client knows no phases of that kind. */
function isOfLoad(record: JournalRecord): record is LoadRecord {
  if (!('kind' in record)) return record.recorder === 'k6';
  return LOAD_KINDS.includes(record.kind) || 'phase' in record;
}

/** One line of a journal; throws a JournalError that names its number. For journals that are too long to be held at once. */
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
  start: validateStart,
  held: validateHeld,
  experiment: validateExperiment,
  'load-end': validateLoadEnd,
  sample: validateSample,
  lag: validateLag,
  capacity: validateCapacity,
};

function recordProblem(record: Record<string, unknown>): string | undefined {
  const validate = 'kind' in record ? VALIDATORS[String(record['kind'])] : validateExchange;
  if (validate === undefined) return `unknown kind ${JSON.stringify(record['kind'])}`;
  if (validate(record)) return undefined;
  const [error] = validate.errors ?? [];
  return `${'kind' in record ? String(record['kind']) : 'exchange'}${error?.instancePath ?? ''} ${error?.message ?? 'is malformed'}`;
}
