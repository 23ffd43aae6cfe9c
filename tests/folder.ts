import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder. It is removed with the others when all tests have ended. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'storecheck-test-'));
