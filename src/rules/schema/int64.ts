import { integerDigits } from '../../exchange/json.ts';
import { INT64 } from '../../spec/operations.ts';

/** Eighteen plain digits are always within 64 bits. */
const ALWAYS_FITS = 18;
/** A sign and twenty digits never are. A service may send any number of digits, and BigInt takes quadratic time. */
const NEVER_FITS = 21;

/** The problem with the digits as written. `type: integer` judges fractions that a double keeps. */
export function int64Problem(lexeme: string): 'not-an-integer' | 'beyond-int64' | undefined {
  if (lexeme.length <= ALWAYS_FITS && isPlainInteger(lexeme)) return undefined;
  const digits = integerDigits(lexeme);
  if (digits === null) return Number.isInteger(Number(lexeme)) ? 'not-an-integer' : undefined;
  if (digits.length >= NEVER_FITS) return 'beyond-int64';
  const value = BigInt(digits);
  return value < INT64.minimum || value > INT64.maximum ? 'beyond-int64' : undefined;
}

/** `1.0` and `1e3` are integers to JSON Schema but break typed clients. */
export function isPlainInteger(lexeme: string): boolean {
  return /^-?(?:0|[1-9]\d*)$/.test(lexeme);
}
