import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { codeOf } from './error-code.ts';
import { UsageError } from './problems.ts';

/** Bytes that are read at once. Longer strings are collected far later, once they are no longer used. */
const CHUNK = 1 << 16;

/**
 * The whole lines of a file, read piece by piece, since a journal may not fit into memory; each walk reads it anew. A last line without
 * its end was cut off by a crash: it is left out. Throws a UsageError where the file cannot be read.
 */
export function journalLines(file: string): Iterable<string> {
  return { [Symbol.iterator]: () => linesOf(file) };
}

function* linesOf(file: string): Generator<string> {
  if (!reading(file, () => statSync(file).isFile()))
    throw new UsageError([`${file} is no file on disk; a journal is read several times, so save it to one first`]);
  const descriptor = reading(file, () => openSync(file, 'r'));
  try {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.alloc(CHUNK);
    const next = () => reading(file, () => readSync(descriptor, chunk));
    let rest = '';
    for (let read = next(); read > 0; read = next()) {
      const lines = (rest + decoder.write(chunk.subarray(0, read))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    closeSync(descriptor);
  }
}

function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError([`cannot read ${file} (${codeOf(error)})`]);
  }
}
