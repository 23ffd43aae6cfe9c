/** Made by build.mjs from src/spec/schemas.ts with Ajv's standalone code generation; validates a tree with plain numbers. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export const validatePet: Validator;
export const validatePets: Validator;
export const validateError: Validator;
