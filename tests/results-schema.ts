import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

const schema: object = JSON.parse(readFileSync(resolve(import.meta.dirname, '../schemas/results.schema.json'), 'utf8'));
const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true }).compile(
  schema,
);

/** What is wrong with a results.json, by its published schema. */
export function schemaErrors(result: unknown) {
  // As it is written: what is undefined is not there.
  validate(result === undefined ? null : JSON.parse(JSON.stringify(result)));
  return validate.errors ?? [];
}

export function expectSchema(result: unknown): void {
  expect(schemaErrors(result)).toEqual([]);
}
