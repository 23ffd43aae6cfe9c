import { CONFIG_SCHEMA } from './config-schema.ts';

/** What the messages read from a part of the schema. */
export interface Part {
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly examples?: readonly (string | number | boolean)[];
}

/** The part that a validation error's schemaPath leads to, without its last step, the keyword. */
export function partOf(schemaPath: string): Part {
  let part: unknown = CONFIG_SCHEMA;
  for (const step of schemaPath.split('/').slice(1, -1)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    part = isObject(part) ? part[name] : undefined;
  }
  // The schema is our own constant, so its parts have this shape; a test walks all of them.
  return isObject(part) ? (part as Part) : {};
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
