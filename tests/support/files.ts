import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const ROOT = new URL('../../', import.meta.url).pathname;
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
export const linesOf = (path: string): string[] => read(path).trimEnd().split('\n');

/** The paths of files below a folder of the project. */
export const filesIn = (folder: string, pattern = /(?<!\.d)\.tsx?$/): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

/** A folder with these files, texts by path. It is removed with the others when all tests have ended. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'storecheck-test-'));
  writeFiles(folder, files);
  return folder;
}

/** Writes texts by path below a folder, by default not as executables. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>, mode = 0o666): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode });
  }
}

/** Lines `SENTENCE => IDS OR REASON`: what the specification leaves open, and the requirements that observe it, or why none does. */
export const OPEN_POINTS = linesOf('tests/open-points.txt').map((line) => {
  const [quote = '', observed = ''] = line.split(' => ');
  return { quote, observed };
});
