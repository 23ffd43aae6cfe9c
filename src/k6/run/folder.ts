import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../io/error-code.ts';

/** Makes the private folder (0700) in which k6 works, with its configuration and the raw journal. */
export const makePrivateFolder = (): string => mkdtempSync(join(tmpdir(), 'storecheck-k6-'));

/** Why k6 would have no folder to work in, or undefined. Asked before the first request of a run. */
export function whyNoPrivateFolder(): string | undefined {
  try {
    rmdirSync(makePrivateFolder());
    return undefined;
  } catch (error) {
    return `cannot write to ${tmpdir()} (${codeOf(error)}), the temporary folder for k6: set TMPDIR to a writable folder`;
  }
}
