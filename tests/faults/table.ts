import { type Variant as ServedVariant, withIds } from '../../src/reference/behaviour.ts';
import type { Fault as TeachingFault } from '../../src/reference/faults.ts';
import type { Plan } from '../../src/reference/limiter.ts';

/** Server options without which the variant has no visible effect. */
export interface Needs {
  readonly seed?: number;
  readonly windowSeconds?: number;
  /** The plan whose quota the limit experiment exhausts. Default: Free, which takes the fewest requests. */
  readonly plan?: Plan;
}

export interface Variant extends ServedVariant {
  readonly needs?: Needs;
}

export interface Fault extends TeachingFault {
  readonly needs?: Needs;
}

/** A topic's faults: each key is an id. */
export const faults = (table: Readonly<Record<string, Omit<Fault, 'id'>>>): readonly Fault[] => withIds(table);

/** A topic's legal variants: each key is an id. */
export const legalVariants = (table: Readonly<Record<string, Omit<Variant, 'id'>>>): readonly Variant[] =>
  withIds(table);

/** Entries of a table that differ in one value: `row` makes each from its value. */
export const each = <const Values extends Readonly<Record<string, unknown>>, Row extends Omit<Variant, 'id'>>(
  values: Values,
  row: (value: Values[keyof Values]) => Row,
): Readonly<Record<string, Row>> =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, row(value as Values[keyof Values])]));
