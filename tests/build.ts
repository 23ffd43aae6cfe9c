import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT } from './built.ts';

const ROOT = new URL('../', import.meta.url).pathname;
const SOURCES = ['src', 'suites', 'load'];

/** Before all tests: they run what a user runs, so dist is built anew where a source is newer. */
export function setup(): void {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
  );
  const newest = Math.max(...[...files, join(ROOT, 'build.mjs')].map(modified));
  if (newest > modified(BUILT)) execFileSync(process.execPath, ['build.mjs'], { cwd: ROOT, stdio: 'inherit' });
}

const modified = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
