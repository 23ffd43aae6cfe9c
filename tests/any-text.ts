import fc from 'fast-check';

/** Any code point but half a surrogate pair. fast-check's `binary` is the same and takes more than a second to build. */
const character = fc
  .oneof({ weight: 3, arbitrary: fc.nat(0xff) }, fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

export const anyText = (maxLength?: number) =>
  fc.string({ unit: character, ...(maxLength === undefined ? {} : { maxLength }) });
