import { type Behaviour, type Change, problemReply, type Service } from '../../../src/reference/behaviour.ts';
import type { Answer, Header, Operation, Problem, Reply, Request } from '../../../src/reference/message.ts';
import type { Animal } from '../../../src/reference/store.ts';
import { isObject, type Json, type JsonObject } from '../../../src/reference/tree.ts';
import { after } from './after.ts';

/** The responses that a variant changes. */
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

export const onAnswer =
  (operation: Operation, status: number): Match =>
  (answer, request) =>
    request.operation === operation && answer.status === status;

export const isError: Match = ({ status }) => status >= 400;

/** True for every nth call. */
export function everyNth(n: number): () => boolean {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % n === 0;
  };
}

/** Changes responses after everything else, as text and headers. */
export const reshapeAnswer = (
  matches: Match,
  change: (answer: Answer, request: Request, base: Behaviour) => Answer,
): Change =>
  after('finish', (answer, base, _, request) => (matches(answer, request) ? change(answer, request, base) : answer));

/** Changes status and JSON before they are text. */
export const reshapeReply = (
  matches: Match,
  change: (reply: Reply, request: Request, service: Service) => Reply,
): Change =>
  after('shape', (shaped, _base, _, request, service) =>
    matches(shaped, request) ? change(shaped, request, service) : shaped,
  );

/** Returns another problem instead. */
export const problemInstead = (matches: Match, problem: Problem): Change =>
  reshapeReply(matches, (_, request, { behaviour }) => problemReply(behaviour, request, problem));

export const reshapeObject = (matches: Match, change: (body: JsonObject) => Json): Change =>
  reshapeReply(matches, (reply) => (isObject(reply.json) ? { ...reply, json: change(reply.json) } : reply));

/** Changes the form of animals in the responses of one operation. */
export const reshapeAnimal = (shownBy: Operation, change: (body: JsonObject, animal: Animal) => JsonObject): Change =>
  after('encodeAnimal', (body, _, animal, operation) => (operation === shownBy ? change(body, animal) : body));

/** Shows another animal than the stored one, in the responses of one operation. */
export const showInstead =
  (shownBy: Operation, change: (animal: Animal) => Animal): Change =>
  (base) => ({
    encodeAnimal: (animal, operation) => base.encodeAnimal(operation === shownBy ? change(animal) : animal, operation),
  });

/** Decides for each animal whether a list shows it; `matches`: whether it should. */
export const listInstead = (
  isListed: (matches: boolean, animal: Animal, filter: string | null, base: Behaviour) => boolean,
): Change => after('matches', (matches, base, animal, filter) => isListed(matches, animal, filter, base));

/** Finds only some of the animals. */
export const findOnly = (isFound: (animal: Animal, base: Behaviour) => boolean): Change =>
  after('find', (animal, base) => (animal !== undefined && isFound(animal, base) ? animal : undefined));

/** The first animal of the store has this id. */
export const idsFrom = (first: bigint): Change =>
  after('nextId', (id, _, { animals }) => (animals.length === 0 ? first : id));

/** Whether it was created in this run: those of the start are older. */
export const isNew = ({ createdAt }: Animal, { now }: Behaviour): boolean => createdAt >= now() - 3_600_000;

/** Runs the operation for callers that should get 401. */
export const letIn = (when: (request: Request, base: Behaviour) => boolean): Change =>
  after('unauthorized', (reply, base, request, service) =>
    when(request, base) ? service.behaviour[request.operation](request, service) : reply,
  );

/** Changes a header of the deprecated operation. */
export const sayLifecycle = (header: 'Deprecation' | 'Sunset', value: string): Change =>
  after('lifecycleHeaders', (headers) => headers.map(([name, old]) => [name, name === header ? value : old]));

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
    const isIt = ([each]: Header) => each.toLowerCase() === name.toLowerCase();
    if (!answer.headers.some(isIt)) return { ...answer, headers: [...answer.headers, [name, value]] };
    return { ...answer, headers: answer.headers.map((header) => (isIt(header) ? [header[0], value] : header)) };
  };

export const withBody =
  (type: string, body: string) =>
  (answer: Answer): Answer => ({ ...withHeader('Content-Type', type)(answer), body });

export const withoutBody = (answer: Answer): Answer => ({ ...withoutHeader('Content-Type')(answer), body: '' });

export const withoutRateHeaders = withoutHeader('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');

/** Shows only the newest animals, of those that are counted, and all others. */
export const keepsNewest = (
  count: number,
  isCounted: (animal: Animal, base: Behaviour) => boolean = () => true,
): Change =>
  after(
    'visible',
    (isVisible, base, animal, { store }) =>
      isVisible && (!isCounted(animal, base) || store.animals.slice(-count).includes(animal)),
  );

/** The page of a gateway: neither the headers nor the Error body of the service. */
export const gatewayPage = (status: number, text: string) => (): Answer => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: `<html><body><h1>${status} ${text}</h1></body></html>`,
});
