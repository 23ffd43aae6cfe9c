import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/** The code of a system error, e.g. ENOENT; of any other error, its text. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Makes a folder and its parents. Node's recursive mkdir never returns in /proc. */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

/** Replaces a file at once: a crash leaves the old one. */
export function replaceFile(file: string, text: string, mode: number): void {
  const folder = mkdtempSync(`${file}.`);
  try {
    const written = join(folder, 'new');
    writeFileSync(written, text, { mode });
    renameSync(written, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Splits chunks of bytes into lines. `rest` is the text after the last line end. */
export function lineSplitter() {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    add: (chunk: Buffer): string[] => {
      // Searches only the new chunk: a file without line ends would take forever.
      const [head = '', ...tails] = decoder.write(chunk).split('\n');
      const lines = [rest + head, ...tails];
      rest = lines.pop() ?? '';
      return lines;
    },
    rest: () => rest,
  };
}
