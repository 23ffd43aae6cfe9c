import type { ServerResponse } from 'node:http';
import type { Customer } from './customers.ts';
import type { Allowance, LimiterFactory, Meter, Tally, Tier } from './limiter.ts';
import type { Answer, Header, Operation, Outcome, Problem, Reading, Request } from './message.ts';
import type { Animal, Store } from './store.ts';
import type { Json, JsonObject } from './tree.ts';

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

export interface RateValues {
  readonly limit: string;
  readonly remaining: string;
  readonly reset: string;
}

type Step = (request: Request, service: Service) => Outcome;

/** Every decision of the server as a step of its own, in the order of a request. */
export interface Behaviour {
  readonly now: () => number;
  readonly later: (milliseconds: number, action: () => void) => void;

  readonly credential: (request: Request) => string | null;
  readonly recognise: (key: string, customers: readonly Customer[]) => Customer | null;
  readonly authenticate: (request: Request, service: Service) => Customer | null;
  readonly unauthorized: Step;

  readonly allowances: Readonly<Record<Tier, Allowance>>;
  readonly minuteLimiter: LimiterFactory;
  readonly dayLimiter: LimiterFactory;
  readonly counter: (request: Request, customer: Customer | null) => { readonly tier: Tier; readonly name: string };
  readonly cost: (request: Request) => number;
  readonly tooMany: (tally: Tally, request: Request, service: Service) => Outcome;
  readonly rateValues: (tally: Tally, request: Request) => RateValues;
  readonly rateHeaders: (values: RateValues, request: Request) => readonly Header[];

  readonly list: Step;
  readonly create: Step;
  readonly get: Step;
  readonly unlisted: Step;

  readonly checkQuery: (query: URLSearchParams) => Problem | null;
  readonly readLimit: (text: string | null) => Reading<number>;
  readonly readFilter: (text: string | null) => Reading<string | null>;
  readonly visible: (animal: Animal, service: Service) => boolean;
  readonly matches: (animal: Animal, filter: string | null, query: URLSearchParams) => boolean;
  readonly order: (animals: readonly Animal[], request: Request) => readonly Animal[];
  readonly page: (animals: readonly Animal[], limit: number, query: URLSearchParams) => readonly Animal[];

  readonly readBody: (request: Request) => Reading<Json>;
  readonly checkPayload: (payload: JsonObject) => Problem | null;
  readonly readName: (json: Json | undefined) => Reading<string>;
  readonly readCategory: (json: Json | undefined) => Reading<bigint>;
  readonly readStatus: (json: Json | undefined) => Reading<string | null>;
  readonly nextId: (store: Store) => bigint;
  /** The stored form of an animal; the response to its creation shows the animal as it was sent. */
  readonly keep: (animal: Animal) => Animal;
  readonly createdHeaders: (animal: Animal) => readonly Header[];

  readonly readId: (text: string) => Reading<bigint>;
  readonly find: (id: bigint, service: Service) => Animal | undefined;
  readonly lifecycleHeaders: () => readonly Header[];

  readonly encodeAnimal: (animal: Animal, operation: Operation) => JsonObject;
  readonly encodeProblem: (problem: Problem, request: Request) => JsonObject;
  /** The last change of status and JSON, before they are text. */
  readonly shape: (outcome: Outcome, request: Request, service: Service) => Outcome;
  readonly contentType: (outcome: Outcome, request: Request) => readonly Header[];
  readonly write: (json: Json) => string;
  readonly dateHeaders: (nowMs: number) => readonly Header[];
  /** The last change of the response, before it is bytes. */
  readonly finish: (answer: Answer, request: Request, service: Service) => Answer;
  readonly deliver: (answer: Answer, request: Request, wire: ServerResponse) => void;
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
