import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUILT, CODE_CACHE } from './built.ts';

const ROOT = new URL('../', import.meta.url).pathname;
const SOURCES = ['src', 'suites', 'load'];

/** Before all tests: they run what a user runs, so dist is built anew where a source is newer. */
export function setup(): void {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
  );
  const newest = Math.max(...[...files, join(ROOT, 'build.mjs')].map(modified));
  if (newest > modified(BUILT)) execFileSync(process.execPath, ['build.mjs'], { cwd: ROOT, stdio: 'inherit' });
  rmSync(join(dirname(BUILT), '.code-cache'), { recursive: true, force: true });
  const dryRun = ['check', '--base-url', 'http://127.0.0.1/v1', '--key', 'pro=env:KEY', '--dry-run'];
  execFileSync(process.execPath, ['--require', CODE_CACHE, BUILT, ...dryRun], {
    env: { KEY: 'of-nobody' },
    stdio: 'ignore',
  });
}

const modified = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
