import { closeSync, existsSync, ftruncateSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type ApiKey, revealKey } from '../../exchange/api-key.ts';
import { systemCode } from '../../io/files.ts';

export const makePrivateFolder = () => mkdtempSync(join(tmpdir(), 'storecheck-k6-'));

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

/** Why no folder for k6 can be made, or undefined. A run checks this before its first request. */
export function whyNoPrivateFolder(): string | undefined {
  try {
    removeFolder(makePrivateFolder());
    return undefined;
  } catch (error) {
    return `cannot write to ${tmpdir()} (${systemCode(error)}), the temporary folder for k6: set TMPDIR to a writable folder`;
  }
}

/** `--secret-source` splits its value at commas and `=`, which a path may contain: so it is relative to k6's working folder. */
const KEYS_FILE = 'keys';

/**
 * Writes keys by their labels into a file that was unlinked before its first byte. It is in no folder, only this process and k6 can
 * read it, and it disappears with them. Without `/dev/fd` (Windows, a container without /proc), k6 could not open such a file. Then the
 * file keeps its name, readable only by this user, until `drop` (docs/decisions/009). `file` is for `--secret-source=file=`. The child
 * must inherit `descriptor`, if there is one, as its descriptor 3.
 */
export function writeKeys(folder: string, keys: readonly ApiKey[]) {
  const path = join(folder, KEYS_FILE);
  const descriptor = openSync(path, 'wx+', 0o600);
  const isUnlinked = ['linux', 'darwin'].includes(process.platform) && existsSync('/dev/fd');
  if (isUnlinked) unlinkSync(path);
  // At position 0: on macOS, `/dev/fd` shares the offset, and k6 must read from the start.
  writeSync(descriptor, keys.map((key) => `${key.label}=${revealKey(key)}\n`).join(''), 0);
  let isPresent = true;
  /** Removes the keys: k6 reads them at its start, and needs them no more. */
  const drop = () => {
    if (!isPresent) return;
    isPresent = false;
    // k6 keeps the file open until it ends, so the file is emptied.
    ftruncateSync(descriptor);
    closeSync(descriptor);
    rmSync(path, { force: true });
  };
  return isUnlinked ? { file: '/dev/fd/3', descriptor, drop } : { file: KEYS_FILE, descriptor: undefined, drop };
}
