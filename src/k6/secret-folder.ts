import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyLabel } from '../exchange/exchange.ts';

/** A folder that only this user can read, for one run of k6: keys, configuration and the raw journal. */
export interface SecretFolder {
  readonly path: string;
  readonly write: (name: string, text: string) => string;
  /** k6 reads its secrets when it starts; after that the file is only a risk. */
  readonly dropKeys: () => void;
  readonly remove: () => void;
}

const KEYS = 'keys';

export function secretFolder(keys: ReadonlyMap<KeyLabel, string>): SecretFolder {
  // mkdtemp makes it 0700.
  const path = mkdtempSync(join(tmpdir(), 'storecheck-k6-'));
  const write: SecretFolder['write'] = (name, text) => {
    const file = join(path, name);
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    return file;
  };
  write(KEYS, [...keys].map(([label, value]) => `${label}=${value}\n`).join(''));
  return {
    path,
    write,
    dropKeys: () => rmSync(join(path, KEYS), { force: true }),
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Why a key cannot be handed to k6, or null. Its secret file has one `label=value` a line. */
export function keyProblem(label: KeyLabel, value: string | undefined): string | null {
  if (value === undefined || value === '') return `${label}: no key`;
  for (const character of value)
    if (character < ' ' || character === '\u007f') return `${label}: the key holds a control character`;
  return null;
}
