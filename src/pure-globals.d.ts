/** The few globals that the pure folders may use; they exist in Node, browsers and k6 alike. Only tsconfig.pure.json and load/tsconfig.json see this file. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
