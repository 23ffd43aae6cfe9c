import { PLAN_NAMES } from '../../spec/plans.ts';
import { FILE } from './terms.ts';

export const VARIABLE = {
  type: 'string',
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
  maxLength: 128,
  title: "a variable's name (letters, digits, _; no $)",
  examples: ['STORE_KEY_PRO'],
  description: 'The environment variable that holds the key.',
} as const;

export const SOURCE = {
  type: 'object',
  title: 'the source of a key, { env: NAME } or { file: PATH }',
  properties: {
    env: VARIABLE,
    file: { ...FILE, description: 'The file that holds the key, one line.' },
  },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
} as const;

export const SOURCES = {
  title: SOURCE.title,
  if: { type: 'array' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    type: 'array',
    title: 'a list of key sources, { env: NAME } or { file: PATH }',
    items: SOURCE,
    minItems: 1,
  },
  else: SOURCE,
} as const;

/** One entry for each plan of the document. By `propertyNames`, or the validator would hold the same code four times. */
export function perPlan<const Schema>(schema: Schema, title: string, description: string) {
  return {
    type: 'object',
    title,
    description,
    propertyNames: { enum: PLAN_NAMES, title: 'a plan: free, pro, business or enterprise' },
    additionalProperties: schema,
  } as const;
}
