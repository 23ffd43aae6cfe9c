import type { Place } from '../document/tree.ts';
import type { Path } from '../path.ts';
import type { RawConfig } from '../schema/config-schema.ts';

/** The valid parts of a value: invalid ones were taken out. */
type Partly<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer I)[]
    ? readonly (Partly<I> | undefined)[]
    : { readonly [K in keyof T]?: Partly<T[K]> | undefined };

export type PartlyConfig = Partly<RawConfig>;
export type PartlyTarget = Partly<NonNullable<RawConfig['targets']>[string]>;

/** What is given to a check: a file as far as its form is right. */
export interface Given {
  readonly config: PartlyConfig;
  readonly say: (path: Path, message: string, at?: 'key' | 'value') => void;
  readonly place: (path: Path) => Place | undefined;
  readonly lineOf: (path: Path) => number;
}

/** What JSON Schema cannot say: contradictions, dates of the calendar, int64, what the catalogue knows. */
export type ConfigCheck = (given: Given) => void;

/** The targets that can be read. */
export function targetsOf(config: PartlyConfig) {
  return Object.entries(config.targets ?? {}).flatMap(([name, target]) =>
    target === undefined ? [] : [{ name, target }],
  );
}
