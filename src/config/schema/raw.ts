import type { CONFIG_SCHEMA } from './config-schema.ts';
import type { FromSchema, Partly } from './from-schema.ts';

/** The file as it stands, once it is valid. */
export type RawConfig = FromSchema<typeof CONFIG_SCHEMA>;
export type RawTarget = NonNullable<RawConfig['targets']>[string];
export type RawCapacity = NonNullable<RawConfig['capacity']>;

/** The file as far as it is valid: what the checks that JSON Schema cannot express are made on. */
export type PartlyConfig = Partly<RawConfig>;
export type PartlyTarget = Partly<RawTarget>;
