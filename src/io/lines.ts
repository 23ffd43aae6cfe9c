import { StringDecoder } from 'node:string_decoder';

/** Splits chunks of bytes into lines. `rest` is the text after the last line end. */
export function lineSplitter() {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    add: (chunk: Buffer): string[] => {
      // Searches only the new chunk: a file without line ends would take forever.
      const [head = '', ...tails] = decoder.write(chunk).split('\n');
      const lines = [rest + head, ...tails];
      rest = lines.pop() ?? '';
      return lines;
    },
    rest: () => rest,
  };
}
