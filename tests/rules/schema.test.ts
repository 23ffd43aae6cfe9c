import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAnswered } from '../../src/exchange/exchange.ts';
import { parseJsonText } from '../../src/exchange/json.ts';
import type { Finding } from '../../src/rules/conclusion.ts';
import { isPlainInteger, schemaProblems } from '../../src/rules/schema-rule.ts';
import { SCHEMAS, type SchemaName } from '../../src/spec/schemas.ts';
import { golden, testAnswers } from '../support/golden.ts';
import { answer, trace } from '../support/trace.ts';

const ajv = new Ajv2020({ allErrors: true, validateFormats: false, strict: false });
for (const schema of Object.values(SCHEMAS)) ajv.addSchema(schema);

const NAMES = Object.keys(SCHEMAS) as SchemaName[];
/** The places of a violation that in-process Ajv names. */
function ajvPlaces(name: SchemaName, value: unknown): string[] {
  const validate = ajv.getSchema(name);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate(value) === true ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath).sort();
}
const responses = trace({ exchanges: [answer('list.maximum')] }).exchanges.filter(isAnswered);

const problems = (name: SchemaName, text: string): Finding[] =>
  responses.flatMap((response) => schemaProblems(name, parseJsonText(text), response));

function places(name: SchemaName, text: string): string[] {
  return problems(name, text)
    .map(({ code, params }) => {
      const place = String(params['place']);
      return code === 'field-missing' ? place.slice(0, place.lastIndexOf('/')) : place;
    })
    .sort();
}

const scalar = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, min: -9, max: 9 }),
  fc.constantFrom(null, true, '', 'sold'),
);
const field = fc.constantFrom('id', 'name', 'categoryId', 'status', 'code', 'message', 'extra');
const record = fc.dictionary(field, scalar);
const value = fc.oneof(record, fc.array(fc.oneof(record, scalar), { maxLength: 4 }), scalar);

it.each(NAMES)('the generated validators find for %s the same places as in-process Ajv', (name) => {
  const property = fc.property(value, (body) => {
    expect(places(name, JSON.stringify(body))).toEqual(ajvPlaces(name, JSON.parse(JSON.stringify(body))));
  });
  fc.assert(property, { numRuns: 75 });
});

describe('an int64 fits, and is plain, in these spellings', () =>
  testAnswers(golden('int64.txt'), (lexeme) => {
    const fits = places('Pet', `{"id":${lexeme},"name":"x","categoryId":1}`).length === 0;
    return `${fits ? 'fits' : 'does not fit'}, ${isPlainInteger(lexeme) ? 'plain' : 'not plain'}`;
  }));

describe('a body has these violations of a schema', () =>
  testAnswers(golden('values.txt'), (text) => {
    const [, schema = '', body = ''] = /^(\w+) (.*)$/.exec(text) ?? [];
    return problems(schema as SchemaName, body)
      .map(({ message, expected, actual, params }) =>
        [message, expected, actual, ...[params['shape'] ?? []].flat()].join(' | '),
      )
      .join('; ');
  }));
