import { parse } from 'lossless-json';

/** A number with its digits as written, if a double would lose them. A class, so that no object of a body can imitate it. */
class JsonNumber {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export type Lossless =
  | null
  | boolean
  | string
  | number
  | JsonNumber
  | readonly Lossless[]
  | { readonly [key: string]: Lossless };

export type JsonText = Readonly<ReturnType<typeof parseJsonText>>;

/**
 * Reads JSON without losing a digit, and as the same tree with plain doubles, for Ajv. `repeated`: the name of a member that an object has
 * twice. Throws a SyntaxError (not JSON) or a RangeError (nested too deep for any client).
 */
export function parseJsonText(text: string) {
  const byteOrderMark = text.charCodeAt(0) === 0xfeff;
  const json = byteOrderMark ? text.slice(1) : text;
  // Few texts have so many brackets.
  const inDepth = timesIn(json, '[') + timesIn(json, '{') > DEEPEST ? repeatedIn(json) : undefined;
  const plain: unknown = JSON.parse(json);
  // Each member has a colon of its own: only a text with more colons than members can repeat one.
  const repeated = inDepth ?? (timesIn(json, ':') > membersIn(plain) ? repeatedIn(json) : undefined);
  const value = MAY_BE_INEXACT.test(json) ? withDigits(json) : (plain as Lossless);
  return { value, plain, byteOrderMark, repeated };
}

/** Of members with the same name, the last one counts, as for JSON.parse. */
const withDigits = (json: string) =>
  parse(json, null, { parseNumber, onDuplicateKey: ({ newValue }) => newValue }) as Lossless;

/** A double may not represent these digits exactly, or would not be written with them. */
const INEXACT = /[.eE]|\d{16}|^-0$/;
/** Most texts have no such digits, which is found quickly. */
const MAY_BE_INEXACT = /\d[.eE]|\d{16}|-0/;

const parseNumber = (digits: string) => (INEXACT.test(digits) ? new JsonNumber(digits) : Number(digits));

/** Maximum depth: deeper nesting overflows the stack of some parsers. The specification needs three levels. */
const DEEPEST = 1_000;

/** How often a character stands in a text, without a list of the parts between. */
function timesIn(json: string, character: string): number {
  let times = 0;
  for (let at = json.indexOf(character); at >= 0; at = json.indexOf(character, at + 1)) times += 1;
  return times;
}

/** How many members the objects of a value have. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  return parts.reduce((sum, part) => sum + membersIn(part), Array.isArray(value) ? 0 : parts.length);
}

/** The first name that one object of the text has twice. Throws a RangeError if the text is nested too deep. */
function repeatedIn(json: string): string | undefined {
  const open: Set<string>[] = [];
  let repeated: string | undefined;
  // A string that is never closed goes to the end: it must not be tried again from each quote in it.
  for (const [token, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?\s*(:?)|[[\]{}]/g)) {
    if (token === '[' || token === '{') open.push(new Set());
    else if (token === ']' || token === '}') open.pop();
    else if (colon === ':') {
      const name: string = JSON.parse(token.slice(0, -1));
      if (open.at(-1)?.has(name)) repeated ??= name;
      open.at(-1)?.add(name);
    }
    if (open.length > DEEPEST) throw new RangeError(`nested deeper than ${DEEPEST} levels`);
  }
  return repeated;
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
