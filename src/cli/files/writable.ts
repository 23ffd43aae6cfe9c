import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../../io/error-code.ts';
import type { Io } from '../../io/io.ts';
import { UsageError } from '../../run/errors.ts';

/** Why a file cannot be written at this path, or undefined. Node's recursive mkdir never ends on file systems without folders. */
export function whyNotWritable(name: string, { cwd }: Pick<Io, 'cwd'>): string | undefined {
  const path = resolve(cwd, name);
  try {
    if (existsSync(path)) {
      if (statSync(path).isDirectory()) return 'it is a folder';
      accessSync(path, constants.W_OK);
      return undefined;
    }
    const folder = dirname(path);
    if (!existsSync(folder)) return `the folder ${folder} does not exist`;
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

/** The same for a folder that may not exist yet. */
export function whyNotCreatable(path: string, { cwd }: Pick<Io, 'cwd'>): string | undefined {
  let folder = resolve(cwd, path);
  try {
    while (!existsSync(folder)) {
      if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return `${folder} is a broken link`;
      folder = dirname(folder);
    }
    if (!statSync(folder).isDirectory()) return `${folder} is a file`;
    if (/^\/(proc|sys)(\/|$)/.test(folder)) return `${folder} is not writable`;
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

/** Reads a file that the user named. Throws a UsageError if that fails. */
export function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError([`cannot read ${file} (${codeOf(error)})`]);
  }
}

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
