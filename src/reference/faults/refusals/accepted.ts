import { statuses } from '../../conforming/problem.ts';
import {
  integer,
  isList,
  isNumber,
  isObject,
  type Json,
  type JsonNumber,
  member,
  object,
  withMember,
} from '../../json/value.ts';
import { accept } from '../../message.ts';
import { changeBody, takeInstead } from '../../payload.ts';
import { faults } from '../../variant.ts';

const EMPTY = object(['name', ''], ['categoryId', integer(0)]);

const isWord = (json: Json | undefined): json is string => typeof json === 'string' && /^[a-z]+$/.test(json);

const isLong = (json: Json | undefined): json is JsonNumber => isNumber(json) && /^\d{19,}$/.test(json.digits);

/** Faults in validation: an invalid payload is accepted. */
export const acceptedPayloadFaults = faults({
  'takes-missing-name': {
    title: 'Accepts a payload without a name',
    breaks: ['create.rejects.missing-name'],
    apply: takeInstead('readName', (json) => (json === undefined ? '' : undefined)),
  },
  'takes-name-from-query': {
    title: 'Takes the name from the query if the payload has none',
    breaks: ['create.rejects.missing-name'],
    apply: (base) => ({
      readBody: (request) => {
        const body = base.readBody(request);
        const name = request.query.get('name');
        if (!body.ok || !isObject(body.value) || name === null || member(body.value, 'name') !== undefined) return body;
        return accept(withMember(body.value, 'name', name));
      },
    }),
  },
  'takes-null-name': {
    title: 'Accepts null as a name',
    breaks: ['create.rejects.null-name'],
    apply: takeInstead('readName', (json) => (json === null ? 'null' : undefined)),
  },
  'takes-number-as-name': {
    title: 'Accepts a number as a name',
    breaks: ['create.rejects.number-name'],
    apply: takeInstead('readName', (json) => (isNumber(json) ? json.digits : undefined)),
  },
  'takes-boolean-as-name': {
    title: 'Accepts a boolean as a name',
    breaks: ['create.rejects.boolean-name'],
    apply: takeInstead('readName', (json) => (typeof json === 'boolean' ? String(json) : undefined)),
  },
  'takes-array-as-name': {
    title: 'Accepts an array as a name',
    breaks: ['create.rejects.array-name'],
    apply: takeInstead('readName', (json) => (isList(json) ? json.join(',') : undefined)),
  },
  'takes-missing-category': {
    title: 'Accepts a payload without a category',
    breaks: ['create.rejects.missing-category'],
    apply: takeInstead('readCategory', (json) => (json === undefined ? 0n : undefined)),
  },
  'takes-null-category': {
    title: 'Accepts null as a category',
    breaks: ['create.rejects.null-category'],
    apply: takeInstead('readCategory', (json) => (json === null ? 0n : undefined)),
  },
  'takes-string-as-category': {
    title: 'Accepts a string of digits as a category',
    breaks: ['create.rejects.string-category'],
    apply: takeInstead('readCategory', (json) =>
      typeof json === 'string' && /^\d{1,18}$/.test(json) ? BigInt(json) : undefined,
    ),
  },
  'takes-fraction-as-category': {
    title: 'Accepts a fraction as a category and truncates it',
    breaks: ['create.rejects.fraction-category'],
    apply: takeInstead('readCategory', (json) =>
      isNumber(json) && json.digits.includes('.') ? BigInt(Math.trunc(Number(json.digits))) : undefined,
    ),
  },
  'takes-boolean-as-category': {
    title: 'Accepts a boolean as a category',
    breaks: ['create.rejects.boolean-category'],
    apply: takeInstead('readCategory', (json) => (typeof json === 'boolean' ? BigInt(json) : undefined)),
  },
  'takes-overflowing-category': {
    title: 'Accepts a category beyond 64 bits and lets it wrap around',
    breaks: ['create.rejects.overflow-category'],
    apply: takeInstead('readCategory', (json) => (isLong(json) ? BigInt.asIntN(64, BigInt(json.digits)) : undefined)),
  },
  'clamps-overflowing-category': {
    title: 'Accepts a category beyond 64 bits and clamps it to the maximum',
    breaks: ['create.rejects.overflow-category'],
    apply: takeInstead('readCategory', (json) =>
      isLong(json) && BigInt(json.digits) >= 2n ** 63n ? 2n ** 63n - 1n : undefined,
    ),
  },
  'drops-unknown-status': {
    title: 'Accepts an unknown status and drops it',
    breaks: ['create.rejects.unknown-status'],
    apply: takeInstead('readStatus', (json) => (isWord(json) && !statuses.includes(json) ? null : undefined)),
  },
  'keeps-unknown-status': {
    title: 'Accepts an unknown status and stores it',
    breaks: ['create.rejects.unknown-status'],
    follows: ['create.schema', 'list.schema', 'get.schema'],
    apply: takeInstead('readStatus', (json) => (isWord(json) ? json : undefined)),
  },
  'takes-null-status': {
    title: 'Accepts null as a status',
    breaks: ['create.rejects.null-status'],
    apply: takeInstead('readStatus', (json) => (json === null ? null : undefined)),
  },
  'takes-number-as-status': {
    title: 'Accepts a number as a status',
    breaks: ['create.rejects.number-status'],
    apply: takeInstead('readStatus', (json) => (isNumber(json) ? (statuses[Number(json.digits)] ?? null) : undefined)),
  },
  'takes-miscased-status': {
    title: 'Accepts a status in another letter case',
    breaks: ['create.rejects.miscased-status'],
    apply: takeInstead('readStatus', (json) =>
      statuses.find((status) => typeof json === 'string' && status === json.toLowerCase()),
    ),
  },
  'takes-array-body': {
    title: 'Accepts an array as a payload',
    breaks: ['create.rejects.array-body'],
    apply: changeBody((json) => (isList(json) ? (isObject(json[0]) ? json[0] : EMPTY) : json)),
  },
  'takes-scalar-body': {
    title: 'Accepts a number, a string or null as a payload',
    breaks: ['create.rejects.scalar-body'],
    apply: changeBody((json) => (isList(json) || isObject(json) ? json : EMPTY)),
  },
  'takes-empty-body': {
    title: 'Accepts an empty body as a payload',
    breaks: ['create.rejects.empty-body'],
    apply: takeInstead('readBody', ({ body }) => (body.length === 0 ? EMPTY : undefined)),
  },
  'takes-malformed-json': {
    title: 'Accepts malformed JSON as an empty payload',
    breaks: ['create.rejects.malformed-json'],
    apply: (base) => ({
      readBody: (request) => {
        const body = base.readBody(request);
        return body.ok || request.body.length === 0 ? body : accept(EMPTY);
      },
    }),
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
});
