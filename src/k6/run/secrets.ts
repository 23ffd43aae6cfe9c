import { closeSync, existsSync, ftruncateSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type ApiKey, revealKey } from '../../exchange/api-key.ts';

/** What k6 must know and nobody else. */
export interface Secrets {
  /** For `--secret-source=file=`. */
  readonly file: string;
  /** What the child has to inherit as its descriptor 3, where the file has no name. */
  readonly descriptor?: number;
  /** k6 reads its secrets when it starts; after that they are only a risk. */
  readonly drop: () => void;
}

/** `--secret-source` splits its value at commas and `=`, which a path may hold: relative to the folder k6 works in. */
const NAME = 'keys';

/**
 * Writes keys, by the labels that scripts ask for, into a file that lost its name before its first byte: it stands in no folder, only
 * this process and k6 can read it, and it is gone with them however they end. Where an open file cannot be had again by `/dev/fd`
 * (Windows, a container without /proc) it keeps its name, for this user alone, until `drop`. docs/decisions/009-keys-for-k6.md
 */
export function secretsIn(folder: string, keys: readonly ApiKey[], platform = process.platform): Secrets {
  const path = join(folder, NAME);
  const descriptor = openSync(path, 'wx+', 0o600);
  const nameless = (platform === 'linux' || platform === 'darwin') && existsSync('/dev/fd');
  if (nameless) unlinkSync(path);
  // At a stated position: where `/dev/fd` shares the offset (macOS), k6 begins at the start all the same.
  writeSync(descriptor, keys.map((key) => `${key.label}=${revealKey(key)}\n`).join(''), 0);
  if (!nameless) {
    closeSync(descriptor);
    return { file: NAME, drop: () => rmSync(path, { force: true }) };
  }
  let there = true;
  const drop = () => {
    if (!there) return;
    there = false;
    // k6 keeps the file open to its end: so nothing is left in it.
    ftruncateSync(descriptor);
    closeSync(descriptor);
  };
  return { file: '/dev/fd/3', descriptor, drop };
}

/** Why the key of this label cannot be handed to k6, or null. The file has one `label=value` a line. */
export function secretProblem(label: string, keys: readonly ApiKey[]): string | null {
  const key = keys.find((one) => one.label === label);
  const value = key === undefined ? '' : revealKey(key);
  if (value === '') return `${label}: no key`;
  for (const character of value)
    if (character < ' ' || character === '\u007f') return `${label}: the key holds a control character`;
  return null;
}
