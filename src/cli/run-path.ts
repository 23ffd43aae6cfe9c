import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether a folder is there. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A file of a run, where the run is named by its folder or by that file. */
export const fileAt = (path: string, name: string): string => (isFolder(path) ? join(path, name) : path);

/** The folder of a run that is named by its folder or by one of its files. */
export const folderAt = (path: string): string => (isFolder(path) ? path : dirname(path));
