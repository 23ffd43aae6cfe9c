import { LosslessNumber, parse } from 'lossless-json';

/** A JSON value whose numbers keep the digits as written. */
export type Lossless =
  | null
  | boolean
  | string
  | LosslessNumber
  | readonly Lossless[]
  | { readonly [key: string]: Lossless };

export interface JsonText {
  readonly value: Lossless;
  /** The same tree with plain doubles, for Ajv: which rejects a BigInt and does not know a LosslessNumber. */
  readonly plain: unknown;
  readonly byteOrderMark: boolean;
  readonly duplicateKeys: boolean;
}

/** Reads JSON without losing a digit. Throws a SyntaxError (not JSON) or a RangeError (nested too deep for any client). */
export function parseJsonText(text: string): JsonText {
  const byteOrderMark = text.charCodeAt(0) === 0xfeff;
  const json = byteOrderMark ? text.slice(1) : text;
  if (json.length > DEEPEST && depthOf(json) > DEEPEST) throw new RangeError(`nested deeper than ${DEEPEST} levels`);
  const value = parse(json, null, { onDuplicateKey: ({ newValue }) => newValue }) as Lossless;
  const tally = { keys: 0 };
  const plain = toPlain(value, tally);
  return { value, plain, byteOrderMark, duplicateKeys: countKeys(json) > tally.keys };
}

/** Deeper nesting overflows the stack of some reader, ours or a client's; nothing of the document needs four levels. */
const DEEPEST = 500;

function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function toPlain(value: Lossless, tally: { keys: number }): unknown {
  if (value instanceof LosslessNumber) return Number(value.value);
  if (typeof value === 'string') return flat(value);
  if (Array.isArray(value)) return value.map((item: Lossless) => toPlain(item, tally));
  if (typeof value !== 'object' || value === null) return value;
  const plain: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    tally.keys += 1;
    Object.defineProperty(plain, key, {
      value: toPlain(item, tally),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return plain;
}

/**
 * lossless-json builds strings letter by letter, which V8 keeps as a chain thirty times their size until somebody reads a letter of them.
 */
function flat(text: string): string {
  text.charCodeAt(text.length >> 1);
  return text;
}

/** Keys as written: lossless-json stays silent when a key repeats with an equal value, so they are counted in the text. */
function countKeys(json: string): number {
  let keys = 0;
  for (const match of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)) if (match[1] === ':') keys += 1;
  return keys;
}

export function isNumber(value: Lossless | undefined): value is LosslessNumber {
  return value instanceof LosslessNumber;
}

export function isRecord(value: Lossless | undefined): value is { readonly [key: string]: Lossless } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/**
 * The integer that a JSON number stands for, in plain digits (`1.0` and `1e3` are integers to JSON Schema), or null where it has
 * a fraction or an absurd exponent.
 */
export function integerDigits(lexeme: string): string | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(lexeme);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > 400) return null;
  const digits = whole + fraction;
  const point = whole.length + exponent;
  if (/[1-9]/.test(digits.slice(Math.max(point, 0)))) return null;
  const integer =
    digits
      .slice(0, Math.max(point, 0))
      .padEnd(Math.max(point, 0), '0')
      .replace(/^0+(?=\d)/, '') || '0';
  return integer === '0' ? '0' : sign + integer;
}
