import { PET_STATUSES } from './operations.ts';

/** The schemas of the specification as JSON Schema 2020-12. `int64` is judged on the digits (rules/schema-rule.ts). */
const pet = {
  $id: 'Pet',
  type: 'object',
  required: ['id', 'name', 'categoryId'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    name: { type: 'string' },
    categoryId: { type: 'integer', format: 'int64' },
    status: { enum: [...PET_STATUSES] },
  },
} as const;

const pets = { $id: 'Pets', type: 'array', items: { $ref: 'Pet' } } as const;

const error = {
  $id: 'Error',
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
} as const;

export const SCHEMAS = { Pet: pet, Pets: pets, Error: error } as const;

export type SchemaName = keyof typeof SCHEMAS;

export const INT64_FIELDS = ['id', 'categoryId'] as const;
