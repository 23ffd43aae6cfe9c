import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

const published = JSON.parse(readFileSync(resolve(import.meta.dirname, '../schemas/results.schema.json'), 'utf8'));
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
const validate = ajv.compile(published);

/** What is wrong with a results.json, by its published schema. */
export function schemaErrors(result: unknown) {
  // As it is written: what is undefined is not there.
  const written = result === undefined ? null : JSON.parse(JSON.stringify(result));
  return validate(written) ? [] : validate.errors;
}

export function expectSchema(result: unknown): void {
  expect(schemaErrors(result)).toEqual([]);
}
