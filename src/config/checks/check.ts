import type { Place } from '../document/tree.ts';
import type { Path } from '../path.ts';
import type { PartlyConfig } from '../schema/raw.ts';

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
