import { type FileHandle, open } from 'node:fs/promises';

/** How often a journal that grows is looked at, in milliseconds. */
const POLL = 100;

/**
 * Reads a file while another process writes it, until `ended` is settled and all is read. A file that is not there yet is waited
 * for. Watching by inotify would miss network folders. A chunk is good until `take` is done with it: the next one takes its place.
 */
export async function tailFile(
  path: string,
  ended: Promise<unknown>,
  take: (chunk: Buffer) => void | Promise<void>,
): Promise<void> {
  let over = false;
  let file: FileHandle | null = null;
  const buffer = Buffer.allocUnsafe(1 << 18);
  const end = ended.finally(() => {
    over = true;
  });
  try {
    for (;;) {
      const last = over;
      file ??= await open(path, 'r').catch(() => null);
      if (file !== null) await readOn(file, buffer, take);
      if (last) return;
      let timer: NodeJS.Timeout | undefined;
      const tick = new Promise((resolve) => {
        timer = setTimeout(resolve, POLL);
      });
      await Promise.race([end, tick]);
      clearTimeout(timer);
    }
  } finally {
    await file?.close();
  }
}

/** Reads what was written since the last time. */
async function readOn(file: FileHandle, buffer: Buffer, take: (chunk: Buffer) => void | Promise<void>): Promise<void> {
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    await take(buffer.subarray(0, bytesRead));
  }
}
