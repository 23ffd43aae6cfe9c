import type { Behaviour, Service } from './behaviour.ts';
import type { Json, JsonObject } from './json/value.ts';
import { isObject } from './json/value.ts';
import type { Answer, Header, Operation, Outcome, Request } from './message.ts';
import type { Animal } from './store.ts';

/** Which answers a variant changes. */
export type Match = (answer: { readonly status: number }, request: Request) => boolean;

export const always: Match = () => true;

export const onStatus =
  (...statuses: readonly number[]): Match =>
  ({ status }) =>
    statuses.includes(status);

export const onOperation =
  (...operations: readonly Operation[]): Match =>
  (_, { operation }) =>
    operations.includes(operation);

export const both =
  (one: Match, other: Match): Match =>
  (answer, request) =>
    one(answer, request) && other(answer, request);

export const isError: Match = ({ status }) => status >= 400;

/** True at every nth call. */
export function everyNth(n: number): () => boolean {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % n === 0;
  };
}

/** Changes answers after everything else, as text and headers. */
export const reshapeAnswer = (
  base: Behaviour,
  matches: Match,
  change: (answer: Answer, request: Request) => Answer,
): Behaviour => ({
  ...base,
  finish: (answer, request, service) => {
    const finished = base.finish(answer, request, service);
    return matches(finished, request) ? change(finished, request) : finished;
  },
});

/** Changes status and JSON before they are text. */
export const reshapeOutcome = (
  base: Behaviour,
  matches: Match,
  change: (outcome: Outcome, request: Request, service: Service) => Outcome,
): Behaviour => ({
  ...base,
  shape: (outcome, request, service) => {
    const shaped = base.shape(outcome, request, service);
    return matches(shaped, request) ? change(shaped, request, service) : shaped;
  },
});

export const reshapeObject = (base: Behaviour, matches: Match, change: (body: JsonObject) => Json): Behaviour =>
  reshapeOutcome(base, matches, (outcome) =>
    isObject(outcome.json) ? { ...outcome, json: change(outcome.json) } : outcome,
  );

/** Changes how animals are written in the answers of one operation. */
export const reshapeAnimal = (
  base: Behaviour,
  shownBy: Operation,
  change: (body: JsonObject, animal: Animal) => JsonObject,
): Behaviour => ({
  ...base,
  encodeAnimal: (animal, operation) => {
    const body = base.encodeAnimal(animal, operation);
    return operation === shownBy ? change(body, animal) : body;
  },
});

/** Shows another animal than the one that is stored, in the answers of one operation. */
export const showInstead = (base: Behaviour, shownBy: Operation, change: (animal: Animal) => Animal): Behaviour => ({
  ...base,
  encodeAnimal: (animal, operation) => base.encodeAnimal(operation === shownBy ? change(animal) : animal, operation),
});

/** Runs the operation for callers that ought to get 401. */
export const letIn = (base: Behaviour, when: (request: Request) => boolean): Behaviour => ({
  ...base,
  unauthorized: (request, service) =>
    when(request) ? service.behaviour[request.operation](request, service) : base.unauthorized(request, service),
});

export const withoutHeader =
  (...names: readonly string[]) =>
  (answer: Answer): Answer => ({
    ...answer,
    headers: answer.headers.filter(([name]) => !names.some((each) => each.toLowerCase() === name.toLowerCase())),
  });

/** Replaces the header's value in its place, or appends it. */
export const withHeader =
  (name: string, value: string) =>
  (answer: Answer): Answer => {
    const present = answer.headers.some(([each]) => each.toLowerCase() === name.toLowerCase());
    if (!present) return { ...answer, headers: [...answer.headers, [name, value]] };
    return mapHeaders(answer, (header) =>
      header[0].toLowerCase() === name.toLowerCase() ? [header[0], value] : header,
    );
  };

export const mapHeaders = (answer: Answer, change: (header: Header) => Header): Answer => ({
  ...answer,
  headers: answer.headers.map(change),
});
