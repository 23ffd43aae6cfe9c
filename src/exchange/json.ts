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
 * twice. `depth`: the number of nested levels. Throws a SyntaxError (not JSON) or a RangeError (nested too deep for any client).
 */
export function parseJsonText(text: string) {
  const hasByteOrderMark = text.charCodeAt(0) === 0xfeff;
  const json = hasByteOrderMark ? text.slice(1) : text;
  const exact = readExactly(json);
  // Throws unless the text is JSON: `readExactly` does not check it.
  const plain: unknown = JSON.parse(json);
  return { ...exact, plain, hasByteOrderMark };
}

/** Maximum depth: deeper nesting overflows the stack of some parsers. The specification needs three levels. */
const MAX_DEPTH = 1_000;

/** Of members with the same name, the last one counts, as for JSON.parse. */
function readExactly(json: string) {
  // An unclosed string matches to the end: otherwise each quote in it would be tried again.
  const pattern = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]|[^\s",:[\]{}]+/g;
  // Throws a SyntaxError if the text ends too early.
  const next = (): string => pattern.exec(json)?.[0] ?? JSON.parse('');
  let repeated: string | undefined;
  let deepest = 0;
  const read = (token: string, depth: number): Lossless => {
    if (token !== '[' && token !== '{') return scalarIn(token);
    deepest = Math.max(deepest, depth);
    if (depth > MAX_DEPTH) throw new RangeError(`nested deeper than ${MAX_DEPTH} levels`);
    if (token === '[') {
      const items: Lossless[] = [];
      for (let item = next(); item !== ']'; item = next()) items.push(read(item, depth + 1));
      return items;
    }
    const members: Record<string, Lossless> = {};
    for (let item = next(); item !== '}'; item = next()) {
      const name = String(scalarIn(item));
      if (Object.hasOwn(members, name)) repeated ??= name;
      const value = read(next(), depth + 1);
      if (name === '__proto__') Object.defineProperty(members, name, { value, enumerable: true, writable: true });
      else members[name] = value;
    }
    return members;
  };
  return { value: read(next(), 1), repeated, depth: deepest };
}

/** A double may not represent these digits exactly, or would not be written with them. */
const INEXACT = /\d[.eE]|\d{16}|^-0$/;

function scalarIn(token: string): Lossless {
  // Most strings have no escapes, and are read quickly.
  if (token.startsWith('"')) return token.includes('\\') ? JSON.parse(token) : token.slice(1, -1);
  return INEXACT.test(token) ? new JsonNumber(token) : JSON.parse(token);
}

/** The digits of a number as written, or undefined for other values. */
export function digitsOf(value: Lossless | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return value instanceof JsonNumber ? value.value : undefined;
}

export function isRecord(value: Lossless | undefined): value is { readonly [key: string]: Lossless } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

/** Maximum length of a number with a fraction or an exponent. A longer one has no `integerDigits`. */
const MAX_NUMBER_LENGTH = 1_000;

/** The integer that a JSON number stands for, in plain digits (`1.0` and `1e3` are integers to JSON Schema), or null. */
export function integerDigits(lexeme: string): string | null {
  if (/^(?:0|-?[1-9]\d*)$/.test(lexeme)) return lexeme;
  const [, whole, fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(lexeme) ?? [];
  if (whole === undefined || lexeme.length > MAX_NUMBER_LENGTH || Math.abs(Number(exponent)) > 400) return null;
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length;
  const unit = 10n ** BigInt(Math.abs(shift));
  if (shift >= 0) return String(digits * unit);
  return digits % unit === 0n ? String(digits / unit) : null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
