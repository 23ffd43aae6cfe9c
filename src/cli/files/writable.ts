import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Io } from '../../io/io.ts';
import { codeOf } from './error-code.ts';

/**
 * Why a file cannot be written at this path, or undefined. Called before anything is sent. Checks the nearest folder
 * that exists; Node's recursive mkdir never ends on file systems that cannot create folders.
 */
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
