/** The 64-bit integer that a text writes in digits; undefined if it is not one. */
export function readInt64(text: string): bigint | undefined {
  const value = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return value === undefined || BigInt.asIntN(64, value) !== value ? undefined : value;
}
