import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { codeOf } from './error-code.ts';
import { UsageError } from './problems.ts';
import { whyNotWritable } from './writable.ts';

/** Writes a file as a whole or not at all: whoever reads it meanwhile sees the old one. */
export function replaceFile(path: string, text: string, option: string): void {
  const why = whyNotWritable(path);
  if (why !== undefined) throw new UsageError([`${option}: cannot write to ${path} (${why})`]);
  // A link stays one; what it leads to is replaced.
  const file = existsSync(path) ? realpathSync(path) : path;
  const aside = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeFileSync(aside, text, { mode: existsSync(file) ? statSync(file).mode & 0o777 : 0o644, flag: 'wx' });
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw new UsageError([`${option}: cannot write to ${path} (${codeOf(error)})`]);
  }
}
