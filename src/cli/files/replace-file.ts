import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../../io/io.ts';
import { UsageError } from '../console/problems.ts';
import { codeOf } from './error-code.ts';
import { whyNotWritable } from './writable.ts';

/** Replaces a file atomically. */
export function replaceFile(path: string, text: string, option: string, io: Pick<Io, 'cwd' | 'random'>): void {
  const why = whyNotWritable(path, io);
  if (why !== undefined) throw new UsageError([`${option}: cannot write to ${path} (${why})`]);
  // Keeps a link, and replaces its target.
  const place = resolve(io.cwd, path);
  const file = existsSync(place) ? realpathSync(place) : place;
  const temporary = `${file}.${Math.floor(io.random() * 0x1_0000_0000).toString(16)}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: existsSync(file) ? statSync(file).mode & 0o777 : 0o644, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new UsageError([`${option}: cannot write to ${path} (${codeOf(error)})`]);
  }
}
