import type { Change } from './behaviour.ts';
import type { Plan } from './customers.ts';

/** A change to the conforming behaviour. */
export interface Variant {
  /** The key of the entry in its table. Unique across all faults and variants. */
  readonly id: string;
  readonly title: string;
  readonly needs?: Needs;
  readonly apply: Change;
}

/** A violation of the specification. */
export interface Fault extends Variant {
  /** Requirements that the fault itself violates. The checks must report each of them. */
  readonly breaks: readonly string[];
  /** Requirements that may fail as a consequence. The checks must report no others. */
  readonly follows?: readonly string[];
}

/** Server options without which the variant has no visible effect. */
export interface Needs {
  readonly seed?: number;
  readonly windowSeconds?: number;
  readonly firstId?: bigint;
  /** The plan whose quota the limit experiment exhausts. Default: Free, which takes the fewest requests. */
  readonly plan?: Plan;
}

/** A topic's faults: each key is an id. */
export const faults = (table: Readonly<Record<string, Omit<Fault, 'id'>>>): readonly Fault[] =>
  Object.entries(table).map(([id, row]) => ({ id, ...row }));

/** Entries of a table that differ in one value: `row` makes each from its value. */
export const each = <const Values extends Readonly<Record<string, unknown>>, Row extends Omit<Variant, 'id'>>(
  values: Values,
  row: (value: Values[keyof Values]) => Row,
): Readonly<Record<string, Row>> =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, row(value as Values[keyof Values])]));

/** A topic's legal variants: each key is an id. */
export const legalVariants = (table: Readonly<Record<string, Omit<Variant, 'id'>>>): readonly Variant[] =>
  Object.entries(table).map(([id, row]) => ({ id, ...row }));
