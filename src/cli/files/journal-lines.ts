import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Io } from '../../io/io.ts';
import { UsageError } from '../console/problems.ts';
import { codeOf } from './error-code.ts';

/** Bytes that are read at once. Longer strings are collected far later, once they are no longer used. */
const CHUNK = 1 << 16;

/** Characters: far more than is recorded of an answer, and fewer than a string can hold. */
const LONGEST_LINE = 1 << 27;

/**
 * The whole lines of a file, read piece by piece, since a journal may not fit into memory; each walk reads it anew. A last line without
 * its end was cut off by a crash: it is left out. Throws a UsageError where the file cannot be read.
 */
export function journalLines(file: string, io: Pick<Io, 'cwd'>): Iterable<string> {
  return { [Symbol.iterator]: () => linesOf(file, resolve(io.cwd, file)) };
}

function* linesOf(file: string, path: string): Generator<string> {
  if (!reading(file, () => statSync(path).isFile()))
    throw new UsageError([`${file} is no file on disk; a journal is read several times, so save it to one first`]);
  const descriptor = reading(file, () => openSync(path, 'r'));
  try {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.alloc(CHUNK);
    const next = () => reading(file, () => readSync(descriptor, chunk));
    let rest = '';
    for (let read = next(); read > 0; read = next()) {
      const [head = '', ...tails] = decoder.write(chunk.subarray(0, read)).split('\n');
      // Only what is new is searched: a file without line ends would take for ever.
      rest += head;
      if (rest.length > LONGEST_LINE)
        throw new UsageError([`${file} is no journal: it has a line of more than ${LONGEST_LINE} characters`]);
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
