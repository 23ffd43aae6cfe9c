import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../io/error-code.ts';
import { UsageError } from '../console/problems.ts';

/** Proves that a folder for k6 can be made. Throws a UsageError, so that a run does not fail after its first requests. */
export function proveTemporaryFolder(): void {
  try {
    rmdirSync(mkdtempSync(join(tmpdir(), 'storecheck-k6-')));
  } catch (error) {
    throw new UsageError([
      `cannot write to ${tmpdir()} (${codeOf(error)}), the temporary folder for k6: set TMPDIR to a writable folder`,
    ]);
  }
}
