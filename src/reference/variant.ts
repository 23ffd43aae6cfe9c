import type { Behaviour } from './behaviour.ts';
import type { Plan } from './customers.ts';

/** A change of the conforming behaviour. `apply` is called once for each server, so its closure may hold that server's state. */
export interface Variant {
  /** Unique over all faults and variants: the key of its row. */
  readonly id: string;
  readonly title: string;
  readonly needs?: Needs;
  readonly apply: (base: Behaviour) => Behaviour;
}

/** A breach of the document. */
export interface Fault extends Variant {
  /** The requirements that are broken by the breach itself: a judge must find each of them. */
  readonly breaks: readonly string[];
  /** Requirements that fall with them: a judge may find these too, and none besides. */
  readonly follows?: readonly string[];
}

/** A choice where the document is silent: a judge must find nothing. */
export type LegalVariant = Variant;

/** Options of the server without which the variant cannot be seen. */
export interface Needs {
  readonly seed?: number;
  readonly windowSeconds?: number;
  readonly firstId?: bigint;
  /** Whose key the limit experiment uses up; default Free, which takes the fewest requests. */
  readonly plan?: Plan;
}

/** A topic's faults: each key is an id. */
export const faults = (table: Readonly<Record<string, Omit<Fault, 'id'>>>): readonly Fault[] =>
  Object.entries(table).map(([id, row]) => ({ id, ...row }));

/** A topic's legal variants: each key is an id. */
export const legalVariants = (table: Readonly<Record<string, Omit<LegalVariant, 'id'>>>): readonly LegalVariant[] =>
  Object.entries(table).map(([id, row]) => ({ id, ...row }));
