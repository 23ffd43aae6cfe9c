import { type Variant, withIds } from '../../src/reference/behaviour.ts';
import type { Fault } from '../../src/reference/faults.ts';
import type { Plan } from '../../src/reference/meter.ts';

/** Server options without which the variant has no visible effect. */
export interface Needs {
  readonly seed?: number;
  readonly windowSeconds?: number;
  /** The plan whose limit the experiment exhausts. Default: Free, which takes the fewest requests. */
  readonly plan?: Plan;
}

export interface VariantRow extends Variant {
  readonly needs?: Needs;
}

export interface FaultRow extends Fault {
  readonly needs?: Needs;
}

/** A topic's faults: each key is an id. */
export const faultTable = (table: Readonly<Record<string, Omit<FaultRow, 'id'>>>): readonly FaultRow[] =>
  withIds(table);

/** A topic's legal variants: each key is an id. */
export const variantTable = (table: Readonly<Record<string, Omit<VariantRow, 'id'>>>): readonly VariantRow[] =>
  withIds(table);

/** Entries of a table that differ in one value: `row` makes each from its value. */
export const each = <const Values extends Readonly<Record<string, unknown>>, Row extends Omit<VariantRow, 'id'>>(
  values: Values,
  row: (value: Values[keyof Values]) => Row,
): Readonly<Record<string, Row>> =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, row(value as Values[keyof Values])]));
