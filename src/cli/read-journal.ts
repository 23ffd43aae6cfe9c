import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Exchange, JournalError, ofKind, readJournal, type Trace, type Wait } from '../exchange/index.ts';
import { loadExchanges } from '../result/load.ts';
import { readTrace } from '../run/read.ts';
import { codeOf } from './error-code.ts';
import { FILES } from './folder.ts';
import { UsageError } from './problems.ts';

/** What reporters show besides a result: everything that was sent, the client's and then k6's, and the waits between. */
export function evidenceOf(trace: Trace): { exchanges: readonly Exchange[]; waits: readonly Wait[] } {
  const { exchanges, waits, load = [] } = trace;
  return { exchanges: [...exchanges, ...loadExchanges(trace)], waits: [...waits, ...ofKind(load, 'wait')] };
}

/** A journal that cannot be read is a usage error that names the file and the line. */
export function traceOf(paths: readonly string[]): Trace {
  const files = paths.map(journalAt);
  const texts = files.map(textOf);
  // Each by itself first, so that a problem names its file.
  for (const [index, text] of texts.entries()) named(files[index] ?? '', () => readJournal(text));
  return named(files.join(', '), () => readTrace(texts));
}

function journalAt(path: string): string {
  if (!existsSync(path))
    throw new UsageError([`${path} does not exist; give a run's folder, e.g. reports/20261121T101500Z-3f9a2c`]);
  const file = statSync(path).isDirectory() ? join(path, FILES.journal) : path;
  if (!existsSync(file))
    throw new UsageError([
      `${path} holds no ${FILES.journal}; give the folder of one run, e.g. ${join(path, '20261121T101500Z-3f9a2c')}`,
    ]);
  return file;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError([`cannot read ${file} (${codeOf(error)})`]);
  }
}

function named<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof JournalError) throw new UsageError([`${file}: ${error.message}`]);
    throw error;
  }
}
