import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Io } from '../../io/io.ts';

type Cwd = Pick<Io, 'cwd'>;

/** Whether a folder is there. */
export function isFolder(path: string, { cwd }: Cwd): boolean {
  return statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The path of a run's file; the run is named by its folder or by that file. */
export const fileAt = (path: string, name: string, io: Cwd): string => (isFolder(path, io) ? join(path, name) : path);

/** The folder of a run that is named by its folder or by one of its files. */
export const folderAt = (path: string, io: Cwd): string => (isFolder(path, io) ? path : dirname(path));
