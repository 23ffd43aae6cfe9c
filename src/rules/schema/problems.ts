import { digitsOf, isRecord, type JsonText, type Lossless } from '../../exchange/json.ts';
import { INT64_FIELDS, type SchemaName } from '../../spec/schemas.ts';
import { excerpt } from '../rule.ts';
import { int64Problem } from './int64.ts';
import { validateError, validatePet, validatePets } from './validators.generated.js';

const VALIDATORS = { Pet: validatePet, Pets: validatePets, Error: validateError } as const satisfies Record<
  SchemaName,
  unknown
>;

/** One place where a value does not match its schema. `pointer` is a JSON Pointer, empty for the whole body. */
export interface SchemaProblem {
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

/** All problems of a body against a schema of the document, int64 judged on the digits as written. */
export function schemaProblems(name: SchemaName, { plain, value }: JsonText): SchemaProblem[] {
  const validate = VALIDATORS[name];
  const shape = validate(plain)
    ? []
    : (validate.errors ?? []).map(({ instancePath, keyword, params }) => ({
        pointer: instancePath,
        expected: expectation(keyword, params),
        actual: shown(at(value, instancePath)),
      }));
  return [...shape, ...int64Problems(name, value)];
}

function expectation(keyword: string, params: Readonly<Record<string, unknown>>): string {
  if (keyword === 'required') return `the field \`${String(params['missingProperty'])}\``;
  if (keyword === 'type') return `a value of type ${String(params['type'])}`;
  if (keyword === 'enum') return `one of ${[params['allowedValues']].flat().join(', ')}`;
  return `a value that meets \`${keyword}\``;
}

function int64Problems(name: SchemaName, value: Lossless): SchemaProblem[] {
  if (name === 'Error') return [];
  const isList = Array.isArray(value);
  const problems: SchemaProblem[] = [];
  for (const [index, pet] of (isList ? value : [value]).entries()) {
    if (!isRecord(pet)) continue;
    for (const field of INT64_FIELDS) {
      const digits = digitsOf(pet[field]);
      const actual = digits === undefined ? undefined : int64Problem(digits);
      if (actual === undefined) continue;
      problems.push({ pointer: `${isList ? `/${index}` : ''}/${field}`, expected: 'an int64', actual });
    }
  }
  return problems;
}

function at(value: Lossless, pointer: string): Lossless | undefined {
  let found: Lossless | undefined = value;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replace(/~1/g, '/').replace(/~0/g, '~');
    if (Array.isArray(found)) found = found[Number(key)];
    else found = isRecord(found) ? found[key] : undefined;
  }
  return found;
}

/** A value as a message shows it: numbers with their digits, long texts cut. */
export function shown(value: Lossless | undefined): string {
  if (value === undefined) return 'nothing';
  const digits = digitsOf(value);
  if (digits !== undefined) return digits;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isRecord(value)) return excerpt(`an object with ${Object.keys(value).join(', ') || 'no fields'}`, 120);
  return excerpt(JSON.stringify(value), 120);
}
