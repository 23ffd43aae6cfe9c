import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { codeOf } from '../../io/error-code.ts';
import { identify, isRunning } from '../../io/lock.ts';

const PREFIX = 'storecheck-k6-';
/** Names the process that made the folder. */
const OWNER = 'owner.json';

/** Makes a private folder (0700) for a k6, after it removed those of dead processes: nothing cleans up behind a SIGKILL. */
export function makePrivateFolder(): string {
  const ours = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
  for (const name of ours) if (isAbandoned(join(tmpdir(), name))) removeFolder(join(tmpdir(), name));
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  writeFileSync(join(folder, OWNER), JSON.stringify(identify(process.pid)));
  return folder;
}

function isAbandoned(folder: string): boolean {
  try {
    const isOurs = lstatSync(folder).uid === (process.getuid?.() ?? 0);
    return isOurs && isRunning(JSON.parse(readFileSync(join(folder, OWNER), 'utf8'))) === false;
  } catch {
    // It is about to be made or removed.
    return false;
  }
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

/** Why k6 would have no folder to work in, or undefined. Asked before the first request of a run. */
export function whyNoPrivateFolder(): string | undefined {
  try {
    removeFolder(makePrivateFolder());
    return undefined;
  } catch (error) {
    return `cannot write to ${tmpdir()} (${codeOf(error)}), the temporary folder for k6: set TMPDIR to a writable folder`;
  }
}
