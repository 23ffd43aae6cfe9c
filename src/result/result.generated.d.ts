/** Made by build.mjs from result.ts with Ajv's standalone code generation. */
export interface SchemaError {
  readonly instancePath: string;
  readonly params: { readonly missingProperty?: string };
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export const validateResult: Validator;
