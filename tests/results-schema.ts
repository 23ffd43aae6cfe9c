import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { FIRST_SCHEMA } from './result/first-schema.ts';

const published = JSON.parse(readFileSync(resolve(import.meta.dirname, '../schemas/results.schema.json'), 'utf8'));
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
/** The published schema, and the first one that was: what is written stays readable by those who rely on it. */
const validators = [published, FIRST_SCHEMA].map((schema) => ajv.compile(schema));

/** What is wrong with a results.json, by its published schemas. */
export function schemaErrors(result: unknown) {
  // As it is written: what is undefined is not there.
  const written = result === undefined ? null : JSON.parse(JSON.stringify(result));
  return validators.flatMap((validate) => (validate(written) ? [] : (validate.errors ?? [])));
}

export function expectSchema(result: unknown): void {
  expect(schemaErrors(result)).toEqual([]);
}
