import type { conforming } from './conforming.ts';
import type { Customer, Meter } from './limiter.ts';
import type { Outcome, Problem, Request } from './message.ts';
import type { Store } from './store.ts';

/**
 * The parts of one running server. Steps call each other through `behaviour`, so that a replaced step is used
 * everywhere.
 */
export interface Service {
  readonly behaviour: Behaviour;
  readonly store: Store;
  readonly customers: readonly Customer[];
  readonly meter: Meter;
}

/** Every decision of the server, and its surroundings. */
export interface Behaviour extends Readonly<typeof conforming> {
  readonly now: () => number;
  readonly later: (milliseconds: number, action: () => void) => void;
}

/** The steps that replace those of the base. It is called once per server, so its closure may hold that server's state. */
export type Change = (base: Behaviour) => Partial<Behaviour>;

/** The behaviour after these changes, each of them based on those before it. */
export function changed(base: Behaviour, ...changes: readonly Change[]): Behaviour {
  let varied = base;
  for (const change of changes) varied = { ...varied, ...change(varied) };
  return varied;
}

export const statuses: readonly string[] = ['available', 'pending', 'sold'];

export const FAILED: Problem = { status: 500, code: 'internal_error', message: 'The service failed.' };

export const problemOutcome = (behaviour: Behaviour, request: Request, problem: Problem): Outcome => ({
  status: problem.status,
  headers: problem.headers ?? [],
  json: behaviour.encodeProblem(problem, request),
});

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
