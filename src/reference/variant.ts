import type { Change } from './behaviour.ts';

/** A change to the conforming behaviour. */
export interface Variant {
  /** The key of the entry in its table. Unique across all faults and variants. */
  readonly id: string;
  readonly title: string;
  readonly apply: Change;
}

export interface Fault extends Variant {
  /** Requirements that the fault itself violates. The checks must report each of them. */
  readonly breaks: readonly string[];
  /** Requirements that may fail as a consequence. The checks must report no others. */
  readonly follows?: readonly string[];
}

export const withIds = <Row>(table: Readonly<Record<string, Row>>): readonly (Row & { readonly id: string })[] =>
  Object.entries(table).map(([id, row]) => ({ id, ...row }));
