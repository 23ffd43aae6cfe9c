import type { ConfigDocument, Path } from '../document.ts';
import type { RawConfig } from '../schema/config-schema.ts';

/** The valid parts of a value; invalid ones are undefined. */
type Partly<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer I)[]
    ? readonly (Partly<I> | undefined)[]
    : { readonly [K in keyof T]?: Partly<T[K]> | undefined };

export type PartlyConfig = Partly<RawConfig>;
export type PartlyTarget = Partly<NonNullable<RawConfig['targets']>[string]>;

/** The input of a check: the valid parts of a file. */
export interface CheckInput {
  readonly config: PartlyConfig;
  readonly say: (path: Path, message: string, at?: 'key' | 'value') => void;
  readonly document: ConfigDocument;
}

/** Reports problems that JSON Schema cannot express: contradictions, calendar dates, int64, unknown requirements. */
export type ConfigCheck = (input: CheckInput) => void;

export function targetsOf(config: PartlyConfig) {
  return Object.entries(config.targets ?? {}).flatMap(([name, target]) =>
    target === undefined ? [] : [{ name, target }],
  );
}
