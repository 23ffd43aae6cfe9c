import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { BUILT } from './support/built.ts';

const ROOT = new URL('../', import.meta.url).pathname;
const SOURCES = ['src', 'suites', 'load'];
const OTHERS = ['build.mjs', 'package.json', 'package-lock.json', 'docs/animal-store-service.md'];

const temporary = mkdtempSync(join(tmpdir(), 'storecheck-tests-'));

/** Before all tests: builds dist if a source is newer. Tests get a temporary folder of their own. */
export function setup(): void {
  process.env['TMPDIR'] = temporary;
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
  );
  const newest = Math.max(...[...files, ...OTHERS.map((file) => join(ROOT, file))].map(modified));
  if (newest > modified(BUILT)) execFileSync(process.execPath, ['build.mjs'], { cwd: ROOT, stdio: 'inherit' });
}

/** Killed processes and the browser leave files, which go with the folder. */
export function teardown(): void {
  rmSync(temporary, { recursive: true, force: true });
}

const modified = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
