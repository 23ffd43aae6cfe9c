import type { LosslessNumber } from 'lossless-json';
import { statuses } from '../../../src/reference/behaviour.ts';
import { type Request, refuse } from '../../../src/reference/message.ts';
import { integer, isList, isNumber, isObject, type Json, member } from '../../../src/reference/tree.ts';
import { after } from '../changes/after.ts';
import { readable, readInstead, refuseTakenName } from '../changes/payload.ts';
import { onAnswer, problemInstead } from '../changes/reshape.ts';
import { errorBodyOn400 } from '../requirement-groups.ts';
import { each, faultTable } from '../table.ts';

const EMPTY = { name: '', categoryId: integer(0) };

const isLong = (json: Json | undefined): json is LosslessNumber => isNumber(json) && /^\d{19,}$/.test(json.value);

/** Entries `[what is accepted, the class of payload, the value that it is read as]` for one field. */
const acceptedAs = <Field extends 'readName' | 'readCategory' | 'readStatus'>(
  field: Field,
  table: Readonly<Record<string, readonly [string, string, Parameters<typeof readInstead<Field>>[1]]>>,
) =>
  each(table, ([what, refused, read]) => ({
    title: `Accepts ${what}`,
    breaks: [`create.rejects.${refused}`],
    apply: readInstead(field, read),
  }));

const hasCharset = ({ headers }: Request): boolean => /charset/i.test(headers.get('content-type') ?? '');

const refuseCharset = (status: number) =>
  readInstead('readBody', (request) =>
    hasCharset(request) ? refuse('The content type must be application/json.', status) : undefined,
  );

/** Faults in validation: an invalid payload is accepted, or refused with another status or a side effect; or a valid one is refused. */
export const rejectionFaults = faultTable({
  ...acceptedAs('readName', {
    'takes-null-name': ['null as a name', 'null-name', (json) => (json === null ? 'null' : undefined)],
    'takes-number-as-name': ['a number as a name', 'number-name', (json) => (isNumber(json) ? json.value : undefined)],
    'takes-boolean-as-name': [
      'a boolean as a name',
      'boolean-name',
      (json) => (typeof json === 'boolean' ? String(json) : undefined),
    ],
    'takes-array-as-name': ['an array as a name', 'array-name', (json) => (isList(json) ? json.join(',') : undefined)],
  }),
  ...acceptedAs('readCategory', {
    'takes-missing-category': [
      'a payload without a category',
      'missing-category',
      (json) => (json === undefined ? 0n : undefined),
    ],
    'takes-null-category': ['null as a category', 'null-category', (json) => (json === null ? 0n : undefined)],
    'takes-string-as-category': [
      'a string of digits as a category',
      'string-category',
      (json) => (typeof json === 'string' && /^\d{1,18}$/.test(json) ? BigInt(json) : undefined),
    ],
    'takes-fraction-as-category': [
      'a fraction as a category and truncates it',
      'fraction-category',
      (json) => (isNumber(json) && json.value.includes('.') ? BigInt(Math.trunc(Number(json.value))) : undefined),
    ],
    'takes-boolean-as-category': [
      'a boolean as a category',
      'boolean-category',
      (json) => (typeof json === 'boolean' ? BigInt(json) : undefined),
    ],
    'takes-overflowing-category': [
      'a category beyond 64 bits and lets it wrap around',
      'overflow-category',
      (json) => (isLong(json) ? BigInt.asIntN(64, BigInt(json.value)) : undefined),
    ],
  }),
  ...acceptedAs('readStatus', {
    'takes-null-status': ['null as a status', 'null-status', (json) => (json === null ? null : undefined)],
    'takes-number-as-status': [
      'a number as a status',
      'number-status',
      (json) => (isNumber(json) ? (statuses[Number(json.value)] ?? null) : undefined),
    ],
    'takes-miscased-status': [
      'a status in another letter case',
      'miscased-status',
      (json) => statuses.find((status) => typeof json === 'string' && status === json.toLowerCase()),
    ],
  }),
  'takes-array-body': {
    title: 'Accepts an array as a payload',
    breaks: ['create.rejects.array-body'],
    apply: after('readBody', (json) => (isList(json) ? (isObject(json[0]) ? json[0] : EMPTY) : json)),
  },
  'takes-scalar-body': {
    title: 'Accepts a number, a string or null as a payload',
    breaks: ['create.rejects.scalar-body'],
    apply: after('readBody', (json) => (isList(json) || isObject(json) ? json : EMPTY)),
  },
  'takes-empty-body': {
    title: 'Accepts an empty body as a payload',
    breaks: ['create.rejects.empty-body'],
    apply: readInstead('readBody', ({ body }) => (body.length === 0 ? EMPTY : undefined)),
  },
  'takes-name-from-query': {
    title: 'Takes the name from the query if the payload has none',
    breaks: ['create.rejects.missing-name'],
    apply: (base) => ({
      readBody: (request) => {
        const body = base.readBody(request);
        const name = request.query.get('name');
        const lacks = isObject(body) && name !== null && member(body, 'name') === undefined;
        return lacks ? { ...body, name } : body;
      },
    }),
  },
  'status-by-its-beginning': {
    title: 'Accepts a status that begins with an allowed one',
    breaks: ['create.rejects.unknown-status'],
    follows: ['create.schema', 'list.schema', 'get.schema'],
    apply: readInstead('readStatus', (json) =>
      typeof json === 'string' && /^(?:available|pending|sold)/.test(json) ? json : undefined,
    ),
  },
  'takes-trailing-text': {
    title: 'Reads the first JSON value of a payload and ignores the text after it',
    breaks: ['create.rejects.malformed-json'],
    apply: (base) => ({
      readBody: (request) => {
        const end = request.body.lastIndexOf('}'.charCodeAt(0)) + 1;
        return base.readBody(end === 0 ? request : { ...request, body: request.body.subarray(0, end) });
      },
    }),
  },
  'invalid-is-422': {
    title: 'Returns 422 for every invalid payload',
    breaks: [...errorBodyOn400],
    apply: problemInstead(onAnswer('create', 400), {
      status: 422,
      code: 'unprocessable',
      message: 'The payload is invalid.',
    }),
  },
  'taken-name-is-409': {
    title: 'Returns 409 for a name that another animal has',
    breaks: ['create.created'],
    apply: refuseTakenName(409),
  },
  'charset-is-400': {
    title: 'Returns 400 for application/json with a charset',
    breaks: ['create.created'],
    apply: refuseCharset(400),
  },
  'charset-is-415-early': {
    title: 'Returns 415 for application/json with a charset, and closes the connection while chunks are sent',
    breaks: ['create.created'],
    follows: ['robust.answers'],
    apply: (base) => ({
      ...refuseCharset(415)(base),
      deliver: (answer, request, wire) =>
        hasCharset(request) && request.headers.has('transfer-encoding')
          ? wire.destroy()
          : base.deliver(answer, request, wire),
    }),
  },
  'status-empty-is-missing': {
    title: 'Reads an empty status as a missing one',
    breaks: ['create.rejects.unknown-status'],
    apply: readInstead('readStatus', (json) => (json === '' ? null : undefined)),
  },
  'refused-payload-stored': {
    title: 'Stores an animal before it rejects its payload',
    breaks: ['create.rejected-not-stored'],
    apply: (base) => ({
      create: (request, service) => {
        const reply = readable(() => base.create(request, service));
        if (reply !== undefined) return reply;
        const body = readable(() => base.readBody(request));
        const name = isObject(body) ? member(body, 'name') : undefined;
        if (typeof name === 'string') {
          const { store, behaviour } = service;
          const animal = { name, categoryId: 0n, status: null, createdAt: behaviour.now() };
          store.animals.push({ ...animal, id: behaviour.nextId(store) });
        }
        return base.create(request, service);
      },
    }),
  },
});
