import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder: path and text. One that goes meanwhile is left out. */
export function textsBelow(folder: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const text = entry.isFile() ? contentOf(path) : undefined;
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** Files that others may read, and folders that others may enter, among what is to be its owner's alone: a file, or a folder and all below it. */
export function openToOthers(folder: string): string[] {
  const below = statSync(folder).isDirectory() ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return [folder, ...below.map((name) => join(folder, name))].filter((path) => {
    const { mode } = statSync(path);
    return (mode & 0o077) !== 0;
  });
}

/** Pids of the processes that the main thread of this one started and that are alive (Linux). */
export const childrenOf = (pid: number | undefined): number[] =>
  (contentOf(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);

export function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
