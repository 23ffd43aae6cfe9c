import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

/** An empty folder of this test file's own. It is removed when the file's tests have ended, at the same time as the others: each waits for the disk. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storecheck-test-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
