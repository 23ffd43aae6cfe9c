import { closeSync, openSync, readSync } from 'node:fs';
import type { Clock } from '../../io/clock.ts';

/** How often a growing journal is read, in milliseconds. */
const POLL = 100;

/** Reads a file while another process writes it, until `ended` settles. Polls, because inotify misses network folders. `take` must not keep its chunk. */
export async function tailFile(
  path: string,
  clock: Clock,
  ended: Promise<unknown>,
  take: (chunk: Buffer) => void,
): Promise<void> {
  let over = false;
  let file: number | undefined;
  const buffer = Buffer.allocUnsafe(1 << 18);
  const wake = new AbortController();
  ended.finally(() => {
    over = true;
    wake.abort();
  });
  try {
    for (;;) {
      const last = over;
      file ??= openedAt(path);
      if (file !== undefined) readOn(file, buffer, take);
      if (last) return;
      await clock.sleep(POLL, wake.signal).catch(() => undefined);
    }
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function openedAt(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

/** Reads what was written since the last time. */
function readOn(file: number, buffer: Buffer, take: (chunk: Buffer) => void): void {
  for (;;) {
    const length = readSync(file, buffer, 0, buffer.length, null);
    if (length === 0) return;
    take(buffer.subarray(0, length));
  }
}
