/** Made by build.mjs from config-schema.ts with Ajv's standalone code generation; validates a tree with plain numbers. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The part of the schema that holds the keyword, and the value that it was applied to. */
  readonly parentSchema: Part;
  readonly data: unknown;
}

/** What the messages read from a part of the schema. */
export interface Part {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly maximum?: number;
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly propertyNames?: Part;
  readonly examples?: readonly (string | number | boolean)[];
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export const validateConfig: Validator;
