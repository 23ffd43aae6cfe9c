import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Io } from '../../io/io.ts';
import { UsageError } from '../console/problems.ts';
import { codeOf } from './error-code.ts';

/** Bytes per read. Longer strings are garbage-collected much later. */
const CHUNK = 1 << 16;

/** Characters: far longer than any recorded response, and shorter than the longest string. */
const LONGEST_LINE = 1 << 27;

/**
 * The complete lines of a file, read in chunks because a journal may not fit into memory. Each iteration reads it again. A last line without
 * a line end was cut off by a crash and is skipped. Throws a UsageError if the file cannot be read.
 */
export function journalLines(file: string, io: Pick<Io, 'cwd'>): Iterable<string> {
  return { [Symbol.iterator]: () => linesOf(file, resolve(io.cwd, file)) };
}

function* linesOf(file: string, path: string): Generator<string> {
  if (!reading(file, () => statSync(path).isFile()))
    throw new UsageError([
      `${file} is not a regular file: a journal is read several times, so save it to a file first`,
    ]);
  const descriptor = reading(file, () => openSync(path, 'r'));
  try {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.alloc(CHUNK);
    const next = () => reading(file, () => readSync(descriptor, chunk));
    let rest = '';
    for (let read = next(); read > 0; read = next()) {
      const [head = '', ...tails] = decoder.write(chunk.subarray(0, read)).split('\n');
      // Search only the new chunk: a file without line ends would take forever.
      rest += head;
      if (rest.length > LONGEST_LINE)
        throw new UsageError([`${file} is not a journal: it has a line of more than ${LONGEST_LINE} characters`]);
      for (const tail of tails) {
        yield rest;
        rest = tail;
      }
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
