import { closeSync, existsSync, ftruncateSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type ApiKey, revealKey } from '../../exchange/api-key.ts';
import { systemCode } from '../../io/files.ts';

export const makePrivateFolder = () => mkdtempSync(join(tmpdir(), 'storecheck-k6-'));

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

/** Why k6 would have no folder to work in, or undefined. Asked before the first request of a run. */
export function whyNoPrivateFolder(): string | undefined {
  try {
    removeFolder(makePrivateFolder());
    return undefined;
  } catch (error) {
    return `cannot write to ${tmpdir()} (${systemCode(error)}), the temporary folder for k6: set TMPDIR to a writable folder`;
  }
}

/** `--secret-source` splits its value at commas and `=`, which a path may contain: so it is relative to k6's working folder. */
const NAME = 'keys';

/**
 * Writes keys by their labels into a file that was unlinked before its first byte: it is in no folder, only
 * this process and k6 can read it, and it disappears with them. If an open file cannot be reopened by `/dev/fd`
 * (Windows, a container without /proc), it keeps its name, readable only by this user, until `drop`. (docs/decisions/009)
 * `file` is for `--secret-source=file=`; the child must inherit `descriptor` as its descriptor 3 if the file has no name.
 */
export function secretsIn(folder: string, keys: readonly ApiKey[]) {
  const path = join(folder, NAME);
  const descriptor = openSync(path, 'wx+', 0o600);
  const nameless = ['linux', 'darwin'].includes(process.platform) && existsSync('/dev/fd');
  if (nameless) unlinkSync(path);
  // At position 0: on macOS, `/dev/fd` shares the offset, and k6 must read from the start.
  writeSync(descriptor, keys.map((key) => `${key.label}=${revealKey(key)}\n`).join(''), 0);
  let there = true;
  /** Removes the keys. k6 reads them at its start; afterwards they are only a risk. */
  const drop = () => {
    if (!there) return;
    there = false;
    // k6 keeps the file open until it ends, so the file is emptied.
    ftruncateSync(descriptor);
    closeSync(descriptor);
    rmSync(path, { force: true });
  };
  return nameless ? { file: '/dev/fd/3', descriptor, drop } : { file: NAME, descriptor: undefined, drop };
}
