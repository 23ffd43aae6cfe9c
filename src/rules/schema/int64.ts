import { integerDigits } from '../../exchange/json.ts';
import { INT64 } from '../../spec/operations.ts';

/** Eighteen characters of plain digits lie within 64 bits, whatever they are. */
const ALWAYS_FITS = 18;

/** What is wrong with the digits as written, or undefined. A fraction is left to the schema's `type: integer`, unless a double rounds it away. */
export function int64Problem(lexeme: string): 'not-an-integer' | 'beyond-int64' | undefined {
  if (lexeme.length <= ALWAYS_FITS && isPlainInteger(lexeme)) return undefined;
  const digits = integerDigits(lexeme);
  if (digits === null) return Number.isInteger(Number(lexeme)) ? 'not-an-integer' : undefined;
  const value = BigInt(digits);
  return value < INT64.minimum || value > INT64.maximum ? 'beyond-int64' : undefined;
}

/** `1.0` and `1e3` are integers to JSON Schema but break typed clients. */
export function isPlainInteger(lexeme: string): boolean {
  return /^-?(?:0|[1-9]\d*)$/.test(lexeme);
}
