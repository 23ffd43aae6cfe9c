import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private folder for one run of k6, with its configuration and the raw journal. `write` returns the path of the file. */
export function workFolder() {
  // mkdtemp creates it with 0700.
  const path = mkdtempSync(join(tmpdir(), 'storecheck-k6-'));
  return {
    path,
    write: (name: string, text: string) => {
      const file = join(path, name);
      writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
