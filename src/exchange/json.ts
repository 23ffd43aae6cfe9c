/** A number with its digits as written, if a double would lose them. A class, so that no object of a body can imitate it. */
export class JsonNumber {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

/** A JSON value without loss of digits. */
export type Lossless =
  | null
  | boolean
  | string
  | number
  | JsonNumber
  | readonly Lossless[]
  | { readonly [key: string]: Lossless };

export interface JsonText {
  readonly value: Lossless;
  /** The same tree with plain doubles, for Ajv. */
  readonly plain: unknown;
  readonly byteOrderMark: boolean;
  /** The name of a member that an object has twice. */
  readonly repeated: string | undefined;
}

/** Reads JSON without losing a digit. Throws a SyntaxError (not JSON) or a RangeError (nested too deep for any client). */
export function parseJsonText(text: string): JsonText {
  const byteOrderMark = text.charCodeAt(0) === 0xfeff;
  const json = byteOrderMark ? text.slice(1) : text;
  const plain = parsePlain(json);
  const repeated = repeatsKeys(json, keysIn(plain, 1)) ? repeatedIn(json) : undefined;
  const value = INEXACT.test(json) ? toLossless(plain, parseWritten(json)) : (plain as Lossless);
  return { value, plain, byteOrderMark, repeated };
}

function parsePlain(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw json.length > DEEPEST && depthOf(json) > DEEPEST ? tooDeep() : error;
  }
}

/** Maximum depth: deeper nesting overflows the stack of some parsers. The specification needs three levels. */
const DEEPEST = 500;

const tooDeep = () => new RangeError(`nested deeper than ${DEEPEST} levels`);

function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  // A string that is never closed goes to the end: it must not be tried again from each quote in it.
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Matches a number that a double may not represent exactly, with the character before it. */
const INEXACT = /((?:^|[[,:])\s*)(-?\d+[.eE][-+.\deE]*|-?\d{16,}|-0)/;
const EVERY_INEXACT = new RegExp(INEXACT, 'g');

/** Where a string holds what looks like such a number, the quotes around it break the text; then each string has to be stepped over. */
function parseWritten(json: string): unknown {
  try {
    return JSON.parse(json.replace(EVERY_INEXACT, '$1"$2"'));
  } catch {
    return JSON.parse(
      json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[-+.\deE]*/g, (token) =>
        token.startsWith('"') ? token : `"${token}"`,
      ),
    );
  }
}

/** The number of keys in all objects. Throws a RangeError if they are nested too deep. */
function keysIn(plain: unknown, depth: number): number {
  if (typeof plain !== 'object' || plain === null) return 0;
  if (depth > DEEPEST) throw tooDeep();
  let keys = 0;
  if (Array.isArray(plain)) for (const item of plain) keys += keysIn(item, depth + 1);
  else for (const key in plain) keys += 1 + keysIn((plain as Readonly<Record<string, unknown>>)[key], depth + 1);
  return keys;
}

/** @param written the same tree; numbers whose digits a double may not give back are texts in it */
function toLossless(plain: unknown, written: unknown): Lossless {
  if (typeof plain === 'number') return typeof written === 'string' ? new JsonNumber(written) : plain;
  if (typeof plain !== 'object' || plain === null) return plain as Lossless;
  const digits = written as Readonly<Record<string, unknown>>;
  if (Array.isArray(plain)) return plain.map((item, index) => toLossless(item, digits[index]));
  // A copy has `__proto__` as a key of its own, where the text has: setting it then is harmless.
  const value = { ...plain } as Record<string, Lossless>;
  for (const key of Object.keys(value)) {
    const item: unknown = value[key];
    if (typeof item !== 'string') value[key] = toLossless(item, digits[key]);
  }
  return value;
}

/** Whether the text has more keys than the tree that was read from it. Colons are quickly counted: one for each key, and those in strings. */
function repeatsKeys(json: string, keys: number): boolean {
  return countColons(json) > keys && countKeys(json) > keys;
}

/** The first name that one object of the text has twice. */
function repeatedIn(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon === ':') {
      const name: string = JSON.parse(token.slice(0, -1));
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
}

function countColons(json: string): number {
  let colons = 0;
  for (let at = json.indexOf(':'); at >= 0; at = json.indexOf(':', at + 1)) colons += 1;
  return colons;
}

function countKeys(json: string): number {
  let keys = 0;
  for (const match of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)) if (match[1] === ':') keys += 1;
  return keys;
}

/** The digits of a number as written, or undefined for other values. */
export function digitsOf(value: Lossless | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return value instanceof JsonNumber ? value.value : undefined;
}

export function isRecord(value: Lossless | undefined): value is { readonly [key: string]: Lossless } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

/** The integer that a JSON number stands for, in plain digits (`1.0` and `1e3` are integers to JSON Schema), or null. */
export function integerDigits(lexeme: string): string | null {
  if (/^(?:0|-?[1-9]\d*)$/.test(lexeme)) return lexeme;
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

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
