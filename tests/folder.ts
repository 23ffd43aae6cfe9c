import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

/** An empty folder of this test file's own. It is removed when the file's tests have ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storecheck-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
