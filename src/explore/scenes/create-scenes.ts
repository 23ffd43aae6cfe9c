import { flipCase } from '../../probes/credential.ts';
import { type Fields, literal, payload } from '../../probes/make-probe.ts';
import { type ProbeRequest, UNNEEDED } from '../../probes/probe.ts';
import { BROWSER, create, withHeaders } from '../../probes/probe-request.ts';
import { PET_STATUSES } from '../../spec/operations.ts';
import { createdAnimals, statusCounts } from '../../store/views.ts';
import { NAMES } from '../values/animal-names.ts';
import { BODIES, CATEGORIES, EXTRAS, OBJECT_FORMS, ORDERS, OTHER_FORBIDDEN, STRING_FORMS } from '../values/payloads.ts';
import { oneHeader, scene } from './scene.ts';

/** How a body can be sent. All mean the same to a conforming service. */
const TRANSFERS = oneHeader({
  'Content-Type': ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'],
  'Transfer-Encoding': ['chunked'],
  Connection: ['close'],
  Accept: ['*/*', BROWSER[1]],
  'Accept-Language': ['de, *;q=0.1', 'ar-EG, *;q=0.1'],
});

const SPELLINGS = {
  string: Object.values(STRING_FORMS),
  object: OBJECT_FORMS,
  order: ORDERS,
  transfer: TRANSFERS,
} as const;

/** What a service may refuse beside the fields: another member, or a byte order mark (RFC 8259 §8.1). */
const REFUSABLE = [
  ...Object.values(EXTRAS).map((extra) => ({ extra, start: '' })),
  { extra: EXTRAS.none, start: '\ufeff' },
] as const;
const NONE = { extra: EXTRAS.none, start: '' };

/** A payload with valid values, of all that the schema allows. */
export const valid = scene(
  { id: 'create', title: 'a valid payload', writes: true, stores: true },
  {
    name: NAMES,
    category: CATEGORIES,
    // Every second animal has the most frequent status, so that a default page cannot show all of them.
    status: [...PET_STATUSES, undefined, 'most', 'most', 'most', 'most'],
    // Three of four payloads have no refusable part: a payload that is refused for such a part shows nothing about its name.
    refusable: [...REFUSABLE, ...REFUSABLE.flatMap(() => [NONE, NONE, NONE])],
    ...SPELLINGS,
  },
  (point, context): ProbeRequest => {
    const { string, object, order, refusable } = point;
    const status = point.status === 'most' ? statusCounts(context.exchanges)[0]?.status : point.status;
    const fields = context.fields({
      name: string(point.name(context.mark, context.random)),
      ...(point.category === 'own' ? {} : context.inCategory(point.category)),
      status: status === undefined ? undefined : string(status),
    });
    const body = object(order({ ...fields, ...refusable.extra }));
    return withHeaders(create(`${refusable.start}${body}`), point.transfer);
  },
);

/** A payload that no service refuses. */
export const plain = scene(
  { id: 'plain', title: 'a plain payload', writes: true, stores: true },
  { status: PET_STATUSES },
  ({ status }, { fields }): ProbeRequest => create(payload(fields({ status: literal(status) }))),
);

/** A payload with one invalid field. */
export const broken = scene(
  { id: 'refused', title: 'a payload with one invalid field', writes: true },
  { broken: OTHER_FORBIDDEN, status: [...PET_STATUSES, undefined], ...SPELLINGS },
  ({ broken: { field, value }, status, string, object, order, transfer }, context): ProbeRequest => {
    const fields = context.fields({
      name: string(context.mark),
      status: status === undefined ? undefined : string(status),
      [field]: value,
    });
    return withHeaders(create(object(order(fields))), transfer);
  },
);

/** Media types that a parser may not know. */
const TYPES = [
  'application/json; charset=utf-16',
  'application/json; charset=x-unknown',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/xml',
  '',
].map((type) => [['Content-Type', type] as const]);

/** A body that is not a payload at all. */
export const bodies = scene(
  { id: 'body', title: 'a body that is not a payload', writes: true },
  { bodies: BODIES, transfer: [...TRANSFERS, ...TYPES] },
  ({ bodies: texts, transfer }, { random }): ProbeRequest => withHeaders(create(random.pick(texts)), transfer),
);

/** What differs from the payload of the last created animal: nothing, or one field. */
const CHANGES: readonly ((name: string, own: Fields) => Fields)[] = [
  () => ({}),
  () => ({ status: literal('sold') }),
  (_name, { categoryId }) => ({ categoryId }),
  (name) => ({ name: literal(flipCase(name)) }),
];

/** The payload of the last created animal again, with one field changed or none: the service must store another animal. */
export const again = scene(
  { id: 'again', title: 'the payload of the last create, again', writes: true, stores: true },
  { change: CHANGES, transfer: TRANSFERS.slice(3, 6) },
  ({ change, transfer }, { exchanges, fields }) => {
    const { name, categoryId, status } = createdAnimals(exchanges).at(-1)?.sent ?? {};
    if (name === undefined || categoryId === undefined) return UNNEEDED;
    const last = { name: literal(name), categoryId, status: literal(status ?? 'available') };
    return withHeaders(create(payload({ ...last, ...change(name, fields()) })), transfer);
  },
);
