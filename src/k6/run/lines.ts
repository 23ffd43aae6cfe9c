/** Splits chunks of bytes into lines, and buffers an incomplete line. */
export interface LineSplitter {
  readonly add: (chunk: Buffer) => string[];
  /** The text after the last line end, if any. */
  readonly rest: () => string;
}

export function lineSplitter(): LineSplitter {
  let pending = Buffer.alloc(0);
  return {
    add: (chunk) => {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = bytes.lastIndexOf(0x0a);
      pending = Buffer.from(bytes.subarray(end + 1));
      return end < 0 ? [] : bytes.subarray(0, end).toString('utf8').split('\n');
    },
    rest: () => pending.toString('utf8'),
  };
}
