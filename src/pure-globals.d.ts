/** The globals of Node, browsers and k6 that the pure folders may use. Only tsconfig.pure.json and load/tsconfig.json see this file. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
