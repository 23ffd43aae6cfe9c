/** Made by build.mjs from journal-schema.ts with Ajv's standalone code generation. */
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

export const validateHead: Validator;
export const validateExchange: Validator;
export const validateSkip: Validator;
export const validateWait: Validator;
export const validateEnd: Validator;
export const validateStart: Validator;
export const validateHeld: Validator;
export const validateExperiment: Validator;
export const validateLoadEnd: Validator;
export const validateSample: Validator;
export const validateLag: Validator;
export const validateCapacity: Validator;
