import * as Type from 'typebox';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import { either, FILE, mapping, optional } from './terms.ts';

const title = 'the source of a key, { env: NAME } or { file: PATH }';

const VARIABLE = Type.String({
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
  maxLength: 128,
  title: "a variable's name (letters, digits, _; no $)",
  examples: ['STORE_API_KEY_PRO'],
  description: 'The environment variable with the key.',
});

export const SOURCE = mapping(
  title,
  {
    env: optional(VARIABLE),
    file: optional(FILE, { description: 'The file with the key on one line.' }),
  },
  { minProperties: 1, maxProperties: 1 },
);

export const SOURCES = either(
  { type: 'array' },
  Type.Array(SOURCE, { title: 'a list of key sources, { env: NAME } or { file: PATH }', minItems: 1 }),
  SOURCE,
  { title },
);

/** One optional entry per plan. With properties instead of `propertyNames`, the validator would have the same code four times. */
export function perPlan<S extends Type.TSchema>(schema: S, title: string, description: string) {
  return Type.Unsafe<{ [P in PlanName]?: Type.Static<S> }>({
    type: 'object',
    title,
    description,
    propertyNames: { enum: PLAN_NAMES, title: 'a plan: free, pro, business or enterprise' },
    additionalProperties: schema,
  });
}
