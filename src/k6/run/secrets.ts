import { closeSync, existsSync, ftruncateSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type ApiKey, revealKey } from '../../exchange/api-key.ts';

/** `--secret-source` splits its value at commas and `=`, which a path may contain: so it is relative to k6's working folder. */
const NAME = 'keys';

/**
 * Writes keys by their labels into a file that was unlinked before its first byte: it is in no folder, only
 * this process and k6 can read it, and it disappears with them. If an open file cannot be reopened by `/dev/fd`
 * (Windows, a container without /proc), it keeps its name, readable only by this user, until `drop`. docs/decisions/009-keys-for-k6.md
 * `file` is for `--secret-source=file=`; the child must inherit `descriptor` as its descriptor 3 if the file has no name.
 */
export function secretsIn(folder: string, keys: readonly ApiKey[], platform = process.platform) {
  const path = join(folder, NAME);
  const descriptor = openSync(path, 'wx+', 0o600);
  const nameless = (platform === 'linux' || platform === 'darwin') && existsSync('/dev/fd');
  if (nameless) unlinkSync(path);
  // At position 0: on macOS, `/dev/fd` shares the offset, and k6 must read from the start.
  writeSync(descriptor, keys.map((key) => `${key.label}=${revealKey(key)}\n`).join(''), 0);
  if (!nameless) {
    closeSync(descriptor);
    return { file: NAME, descriptor: undefined, drop: () => rmSync(path, { force: true }) };
  }
  let there = true;
  /** Removes the keys. k6 reads them at its start; afterwards they are only a risk. */
  const drop = () => {
    if (!there) return;
    there = false;
    // k6 keeps the file open until it ends, so the file is emptied.
    ftruncateSync(descriptor);
    closeSync(descriptor);
  };
  return { file: '/dev/fd/3', descriptor, drop };
}

/** Why the key of a label cannot be passed to k6, or null. The file has one `label=value` per line. */
export function secretProblem(label: string, keys: readonly ApiKey[]): string | null {
  const key = keys.find((one) => one.label === label);
  const value = key === undefined ? '' : revealKey(key);
  if (value === '') return `${label}: no key`;
  for (const character of value)
    if (character < ' ' || character === '\u007f') return `${label}: the key contains a control character`;
  return null;
}
