import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type EndedTrace, type Exchange, JournalError, ofKind, type Wait } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { exchangesOf } from '../../result/load.ts';
import { readTrace } from '../../run/read.ts';
import { UsageError } from '../console/problems.ts';
import { FILES } from './folder.ts';
import { journalLines } from './journal-lines.ts';
import { fileAt } from './run-path.ts';

/** The exchanges of the client and then of k6, and the waits between them, for reporters. */
export function evidenceOf(trace: EndedTrace): { exchanges: Iterable<Exchange>; waits: readonly Wait[] } {
  const { waits, load } = trace;
  return { exchanges: exchangesOf(trace), waits: [...waits, ...ofKind(load?.notes ?? [], 'wait')] };
}

/** Reads a journal. Throws a UsageError with the file and the line. */
export function traceOf(paths: readonly string[], io: Pick<Io, 'cwd'>): EndedTrace {
  const files = paths.map((path) => journalAt(path, io));
  try {
    return readTrace(files.map((name) => ({ name, lines: journalLines(name, io) })));
  } catch (error) {
    if (error instanceof JournalError) throw new UsageError([error.message]);
    throw error;
  }
}

function journalAt(path: string, io: Pick<Io, 'cwd'>): string {
  if (!existsSync(resolve(io.cwd, path)))
    throw new UsageError([`${path} does not exist; name a run's folder, e.g. reports/20261121T101500Z-3f9a2c`]);
  const file = fileAt(path, FILES.journal, io);
  if (!existsSync(resolve(io.cwd, file)))
    throw new UsageError([
      `${path} contains no ${FILES.journal}; name the folder of one run, e.g. ${join(path, '20261121T101500Z-3f9a2c')}`,
    ]);
  return file;
}
