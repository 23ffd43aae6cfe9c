import { type Answered, type Exchange, headerValue, isAnswered, oncePer, type Trace } from '../exchange/index.ts';
import { OTHER_TAG } from '../probes/index.ts';
import { openPath } from '../rules/auth/open-path.ts';
import { difference } from '../rules/create/echo.ts';
import { isTooEarly, wronglyShown } from '../rules/get/known.ts';
import type { Finding } from '../rules/outcome.ts';
import { isRemoved } from '../rules/removal.ts';
import { serverError } from '../rules/robust/robust.ts';
import { type ResponseRule, violation } from '../rules/rule.ts';
import { idsOf } from '../rules/seen.ts';
import { INT64, PAGE } from '../spec/operations.ts';
import type { RequirementId } from '../spec/requirements/index.ts';
import {
  type AnimalField,
  animalIn,
  createdAnimals,
  isPlainQuery,
  itemsIn,
  listView,
  modelOf,
  queryOf,
} from '../store/index.ts';
import { acceptedCredential } from './credential.ts';
import { payloadClass } from './payload-class.ts';

/** Whether an exchange is evidence for the requirement's own rule. */
export type Selector = (exchange: Answered, trace: Trace) => boolean;

const isCreate = ({ operation }: Answered) => operation === 'createPet';
const isRead = ({ operation, received }: Answered) => operation === 'getPet' && received.status === 200;
const withKey = ({ key }: Answered) => key !== null;

/** The id of a path, if it is written in plain digits. */
const askedId = ({ sent }: Answered): string | undefined => /^\/pets\/(-?[1-9]\d{0,18}|0)$/.exec(sent.path)?.[1];

const isAbsent: Selector = (exchange, trace) => {
  const id = exchange.operation === 'getPet' && withKey(exchange) ? askedId(exchange) : undefined;
  if (id === undefined || BigInt(id) < FAR || BigInt(id) > INT64.maximum) return false;
  return !idsOf(trace).includes(id) && animalIn(exchange)?.id !== id;
};

/** Smaller ids may belong to animals that no list has shown. */
const FAR = 2n ** 53n;

/** A refused create whose name no accepted create has: a reduction may send a valid part of the payload. */
const isRefusedAlone: Selector = (exchange, trace) =>
  isCreate(exchange) && exchange.received.status >= 400 && !acceptedMarks(trace).has(markIn(exchange));

const markIn = ({ sent }: Exchange): string | undefined =>
  /Storecheck [a-z0-9]+ x[ .][a-z]{3}/i.exec(sent.body ?? '')?.[0];

const acceptedMarks: (trace: Trace) => ReadonlySet<string | undefined> = oncePer(({ exchanges }) => {
  const accepted = exchanges.filter(({ received }) => 'status' in received && received.status < 300);
  return new Set(accepted.flatMap((exchange) => markIn(exchange) ?? []));
});

/** Exchanges that a requirement's own rule judges like those of the suite. */
export function selectorFor(id: RequirementId): Selector | undefined {
  if (id.startsWith('create.rejects.')) {
    const why = id.slice('create.rejects.'.length);
    return (exchange) => {
      const payload = isCreate(exchange) && withKey(exchange) ? payloadClass(exchange) : undefined;
      return payload?.kind === 'invalid' && payload.why === why;
    };
  }
  const status = /^list\.status-filter\.(\w+)$/.exec(id)?.[1];
  if (status !== undefined)
    return (exchange) =>
      exchange.operation === 'listPets' &&
      withKey(exchange) &&
      isPlainQuery(exchange) &&
      queryOf(exchange).get('status') === status;
  return SELECTORS[id];
}

const SELECTORS: Partial<Record<RequirementId, Selector>> = {
  'create.schema': isCreate,
  'list.fills-page': (exchange) => listView(exchange)?.plain === true,
  'create.rejected-not-stored': (exchange, trace) => withKey(exchange) && isRefusedAlone(exchange, trace),
  'auth.no-side-effect': (exchange, trace) => !withKey(exchange) && isRefusedAlone(exchange, trace),
  'get.schema': isRead,
  'get.same-as-created': (exchange, trace) =>
    isRead(exchange) && askedId(exchange) !== undefined && !isTooEarly(exchange, trace),
  'get.not-found': isAbsent,
};

/** Requirements for which the exploration has a rule of its own. */
export const ORACLES: Partial<Record<RequirementId, ResponseRule>> = {
  'create.created': (exchange) => {
    const payload = isCreate(exchange) && withKey(exchange) ? payloadClass(exchange) : undefined;
    const { status } = exchange.received;
    if (payload?.kind !== 'valid' || !payload.plain || status === 201 || status === 400 || status >= 500)
      return undefined;
    if (status === 413 && (exchange.sent.body ?? '').length > 4_000) return undefined;
    return violation(exchange, 'payload-refused', {});
  },
  'create.text': (exchange) => changedField(exchange, 'name', isTrimmed, false),
  'create.name-verbatim': (exchange) => changedField(exchange, 'name', isTrimmed, true) ?? replacedBytes(exchange),
  'create.int64': (exchange) => changedField(exchange, 'categoryId', isBeyondDouble, true),
  'create.echo': (exchange) =>
    changedField(exchange, 'status', () => true, true) ?? changedField(exchange, 'categoryId', isBeyondDouble, false),
  'create.status-optional': (exchange, trace) => otherDefault(exchange, trace),
  'list.ok': (exchange) =>
    unmodified(exchange) ??
    (exchange.operation === 'listPets' &&
    withKey(exchange) &&
    isPlainQuery(exchange) &&
    exchange.received.status !== 200
      ? violation(exchange, 'list-refused', {})
      : undefined),
  'list.default-limit': (exchange) => {
    const view = listView(exchange);
    if (view === undefined || queryOf(exchange).has('limit') || view.items <= PAGE.default) return undefined;
    return violation(exchange, 'above-limit', { items: view.items, limit: PAGE.default });
  },
  'list.never-above-maximum': (exchange) => {
    const items = exchange.operation === 'listPets' && exchange.received.status === 200 ? (itemsIn(exchange) ?? 0) : 0;
    if (items <= PAGE.maximum) return undefined;
    return violation(exchange, 'above-limit', { items, limit: PAGE.maximum });
  },
  'get.ok': (exchange, trace) => anotherAnimal(exchange) ?? unmodified(exchange) ?? refusedKnown(exchange, trace),
  'get.not-found': (exchange, trace) =>
    animalIn(exchange)?.id === undefined || anotherAnimal(exchange) !== undefined
      ? undefined
      : (wronglyShown(exchange) ?? appeared(exchange, trace)),
  'auth.required.list': (exchange) => acceptedCredential(exchange, 'auth.required.list') ?? openPath(exchange),
  'robust.no-server-error': (exchange, trace) =>
    exchange.operation === 'other' && exchange.received.status === 500 ? serverError(exchange, trace) : undefined,
  ...Object.fromEntries(
    (
      [
        'auth.required.create',
        'auth.required.get',
        'auth.unknown-key.list',
        'auth.unknown-key.create',
        'auth.unknown-key.get',
        'auth.near-miss-key',
        'auth.bearer-only',
        'auth.empty-token',
      ] as const
    ).map((id) => [id, (exchange: Answered) => acceptedCredential(exchange, id)]),
  ),
};

type Compare = (sent: string, answered: string | null | undefined) => boolean;

/** Whether only surrounding white space was removed. */
const isTrimmed: Compare = (sent, answered) => typeof answered === 'string' && answered.trim() === sent.trim();
const isBeyondDouble: Compare = (sent) => {
  const value = BigInt(sent);
  return value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER);
};

/** A field that was changed in the way that `belongs` describes (or in another way, if not `wanted`). */
function changedField(exchange: Answered, field: AnimalField, belongs: Compare, wanted: boolean): Finding | undefined {
  if (!isCreate(exchange) || payloadClass(exchange).kind !== 'valid') return undefined;
  const [one] = createdAnimals([exchange]);
  const sent = one?.sent[field];
  const answered = one?.answered[field];
  if (one === undefined || sent === undefined || sent === null || sent === answered) return undefined;
  // A lone surrogate has no UTF-8.
  if (/\p{Surrogate}/u.test(sent) || belongs(sent, answered) !== wanted) return undefined;
  return difference(one, field);
}

/** Whether a name whose bytes are not UTF-8 was accepted: JSON has no such names, and no response can return it. */
function replacedBytes(exchange: Answered): Finding | undefined {
  const [one] = createdAnimals([exchange]);
  const isText = !/\p{Surrogate}/u.test(exchange.sent.body ?? '');
  return one === undefined || isText || one.answered.name === undefined ? undefined : difference(one, 'name');
}

/** Whether the animal's id differs from that in the path, read as an integer. */
function anotherAnimal(exchange: Answered): Finding | undefined {
  const asked = /^\/pets\/(-?\d+)(?:\?|$)/.exec(exchange.sent.path)?.[1];
  if (asked === undefined || !isRead(exchange)) return undefined;
  const id = animalIn(exchange)?.id;
  if (id === undefined || BigInt(asked) === BigInt(id)) return undefined;
  return violation(exchange, 'wrong-animal', { asked, returned: id });
}

/** Whether an animal appeared without a create: its id is too far from others for another client to have created it meanwhile. */
function appeared(exchange: Answered, trace: Trace): Finding | undefined {
  const id = isRead(exchange) && withKey(exchange) ? askedId(exchange) : undefined;
  if (id === undefined || (BigInt(id) >= 0n && BigInt(id) < FAR)) return undefined;
  if (idsOf(trace).includes(id)) return undefined;
  const missed = trace.exchanges.find(
    (other): other is Answered =>
      other.seq < exchange.seq &&
      other.sent.path === exchange.sent.path &&
      other.key !== null &&
      isAnswered(other) &&
      other.received.status === 404,
  );
  return missed === undefined ? undefined : violation(exchange, 'found-after-404', { id }, missed);
}

/** Whether a GET of an animal that other responses show is refused with another status than 404, which may be a late effect. */
function refusedKnown(exchange: Answered, trace: Trace): Finding | undefined {
  const id = askedId(exchange);
  const { status } = exchange.received;
  if (
    id === undefined ||
    exchange.operation !== 'getPet' ||
    !withKey(exchange) ||
    [200, 304, 404].includes(status) ||
    status >= 500
  )
    return undefined;
  if (isRemoved(trace)) return undefined;
  const sightings = modelOf(trace.exchanges).sightings.get(id) ?? [];
  const isShown = (before: boolean) =>
    sightings.some((one) => (before ? one.exchange.seq < exchange.seq : one.exchange.seq > exchange.seq));
  return isShown(true) && isShown(false) ? violation(exchange, 'known-id-refused', {}) : undefined;
}

/** Whether an animal that was created without a status got another one than the first of them. */
function otherDefault(exchange: Answered, trace: Trace): Finding | undefined {
  const [one] = isCreate(exchange) && payloadClass(exchange).kind === 'valid' ? createdAnimals([exchange]) : [];
  const first = modelOf(trace.exchanges).created.find(({ sent }) => sent.status === undefined);
  if (one === undefined || first === undefined || one.sent.status !== undefined) return undefined;
  if (one.answered.status === first.answered.status) return undefined;
  const shown = { first: first.answered.status ?? null, other: one.answered.status ?? null };
  return violation(exchange, 'missing-status-differs', shown, first.exchange);
}

/** 304 for an entity tag that the service never sent. */
function unmodified(exchange: Answered): Finding | undefined {
  const tag = headerValue(exchange.sent.headers, 'If-None-Match');
  if (exchange.received.status !== 304 || tag !== OTHER_TAG) return undefined;
  return violation(exchange, 'not-modified', { tag });
}
