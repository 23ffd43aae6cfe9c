import { type SchemaError, validateError, validatePet, validatePets } from '../../generated/service.js';
import { bodyOf } from '../exchange/body.ts';
import type { Answered } from '../exchange/exchange.ts';
import { digitsOf, integerDigits, isRecord, type JsonText, type Lossless } from '../exchange/json.ts';
import { fitsInt64 } from '../spec/operations.ts';
import { INT64_FIELDS, type SchemaName } from '../spec/schemas.ts';
import { excerpt } from '../text/excerpt.ts';
import { type Finding, MAX_FINDINGS } from './conclusion.ts';
import { findingOn } from './rule.ts';

/** Findings of a body that violates a schema of the specification: the first violations, and the number of all if there are more. */
export function schemaFindings(schema: SchemaName, exchange: Answered): readonly Finding[] {
  const body = bodyOf(exchange.received);
  if (body.kind === 'none') return [findingOn(exchange, 'body-missing', { schema })];
  if (body.kind !== 'json') return [findingOn(exchange, 'body-not-json', { schema, problem: body.reason })];
  const problems = schemaProblems(schema, body, exchange);
  if (problems.length <= MAX_FINDINGS) return problems;
  const rest = findingOn(exchange, 'more-violations', { schema, violations: problems.length, listed: MAX_FINDINGS });
  return [...problems.slice(0, MAX_FINDINGS), rest];
}

const VALIDATORS = { Pet: validatePet, Pets: validatePets, Error: validateError } as const satisfies Record<
  SchemaName,
  unknown
>;

/** All violations of a schema of the specification in a JSON body, int64 judged on the digits as written. */
export function schemaProblems(schema: SchemaName, { plain, value }: JsonText, exchange: Answered): Finding[] {
  const validate = VALIDATORS[schema];
  validate(plain);
  const errors = validate.errors ?? [];
  const shape = errors.map((error) => problemAt(error, valueAt(value, error.instancePath), schema, exchange));
  return [...shape, ...int64Problems(schema, value, exchange)];
}

function problemAt(
  { instancePath: place, keyword, params }: SchemaError,
  found: Lossless | undefined,
  schema: SchemaName,
  exchange: Answered,
): Finding {
  if (keyword === 'required') {
    const missing = String(params['missingProperty']);
    const fields = isRecord(found) ? Object.keys(found).slice(0, 20) : [];
    // The fields of an error are the same in every run; an animal may have optional ones.
    const shape = schema === 'Error' ? fields : null;
    const common = { schema, place: `${place}/${missing}`, field: missing };
    return findingOn(exchange, 'field-missing', { ...common, fields, shape });
  }
  const field = place.split('/').at(-1) ?? '';
  const common = { schema, place, field, type: typeOf(found), value: textOfValue(found) };
  if (keyword === 'type') {
    const wanted = String(params['type']);
    return findingOn(exchange, place === '' ? 'wrong-body-type' : 'wrong-type', { ...common, wanted });
  }
  // The only other keyword of the schemas is `enum`.
  return findingOn(exchange, 'not-allowed-value', { ...common, allowed: [params['allowedValues']].flat().map(String) });
}

function int64Problems(schema: SchemaName, value: Lossless, exchange: Answered): Finding[] {
  if (schema === 'Error') return [];
  const isList = Array.isArray(value);
  return (isList ? value : [value]).flatMap((pet, index) =>
    INT64_FIELDS.flatMap((field) => {
      const digits = isRecord(pet) ? digitsOf(pet[field]) : undefined;
      const problem = digits === undefined ? undefined : int64Problem(digits);
      if (digits === undefined || problem === undefined) return [];
      const place = `${isList ? `/${index}` : ''}/${field}`;
      return [findingOn(exchange, problem, { place, field, value: digits })];
    }),
  );
}

function valueAt(value: Lossless, pointer: string): Lossless | undefined {
  let found: Lossless | undefined = value;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replace(/~1/g, '/').replace(/~0/g, '~');
    if (Array.isArray(found)) found = found[Number(key)];
    else found = isRecord(found) ? found[key] : undefined;
  }
  return found;
}

function typeOf(value: Lossless | undefined): string {
  if ((value ?? null) === null) return 'null';
  if (digitsOf(value) !== undefined) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A value in a finding: numbers with their digits, long texts cut. */
export function textOfValue(value: Lossless | undefined): string {
  if (value === undefined) return 'no value';
  const digits = digitsOf(value);
  if (digits !== undefined) return digits;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isRecord(value)) return excerpt(`an object with ${Object.keys(value).join(', ') || 'no fields'}`, 120);
  return excerpt(JSON.stringify(value), 120);
}

/** The problem with the digits as written, except fractions that a double keeps: `type: integer` finds these. */
function int64Problem(lexeme: string): 'not-an-integer' | 'beyond-int64' | undefined {
  const digits = integerDigits(lexeme);
  if (digits === null) return Number.isInteger(Number(lexeme)) ? 'not-an-integer' : undefined;
  return fitsInt64(digits) ? undefined : 'beyond-int64';
}

/** Whether a media type is JSON. Parameters and letter case are free (RFC 9110 §8.3.1). */
export const isJsonType = (type: string): boolean => /^application\/json\s*(?:;|$)/i.test(type);

/** Whether an integer is written as plain digits: `1.0` and `1e3` are integers to JSON Schema but break typed clients. */
export const isPlainInteger = (lexeme: string): boolean => /^-?(?:0|[1-9]\d*)$/.test(lexeme);
