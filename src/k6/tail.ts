import { open } from 'node:fs/promises';

/** How often a journal that grows is looked at, in milliseconds. */
const POLL = 100;

/**
 * Reads a file while another process writes it, until `ended` is settled and all is read. A file that is not there yet is waited
 * for. Watching by inotify would miss network folders.
 */
export async function tailFile(
  path: string,
  ended: Promise<unknown>,
  take: (chunk: Buffer) => void | Promise<void>,
): Promise<void> {
  let over = false;
  let offset = 0;
  const end = ended.finally(() => {
    over = true;
  });
  for (;;) {
    const last = over;
    offset = await readFrom(path, offset, take);
    if (last) return;
    let timer: NodeJS.Timeout | undefined;
    const tick = new Promise((resolve) => {
      timer = setTimeout(resolve, POLL);
    });
    await Promise.race([end, tick]);
    clearTimeout(timer);
  }
}

async function readFrom(path: string, from: number, take: (chunk: Buffer) => void | Promise<void>): Promise<number> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return from;
  try {
    let offset = from;
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(1 << 18), 0, 1 << 18, offset);
      if (bytesRead === 0) return offset;
      offset += bytesRead;
      await take(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
