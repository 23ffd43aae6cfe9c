import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder and its parents; returns those that it made, the innermost first. Node's recursive mkdir never returns in /proc. */
export function makeFolder(path: string, mode: number): string[] {
  if (existsSync(path)) return [];
  const parents = makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
    return [path, ...parents];
  } catch (error) {
    // Another process may have made it meanwhile.
    if (existsSync(path)) return parents;
    throw error;
  }
}
