/** The UTF-8 of a text. Half a surrogate pair becomes three bytes that decoders refuse: so a text can stand for invalid bytes. */
export function bytesOf(text: string): Uint8Array {
  const encoder = new TextEncoder();
  if (text.isWellFormed()) return encoder.encode(text);
  const bytesIn = (char: string) => (char.isWellFormed() ? [...encoder.encode(char)] : threeBytes(char.charCodeAt(0)));
  return Uint8Array.from([...text].flatMap(bytesIn));
}

/** 1110xxxx 10xxxxxx 10xxxxxx (RFC 3629 §3). */
const threeBytes = (code: number): number[] => [0xe0 + (code >> 12), 0x80 + ((code >> 6) % 64), 0x80 + (code % 64)];
