import { statuses } from '../../conforming/problem.ts';
import { integer, isList, isNumber, isObject, member, object, withMember } from '../../json/value.ts';
import { accept } from '../../message.ts';
import { faults } from '../../variant.ts';

/** Faults in validation: an invalid payload is accepted. */
export const acceptedPayloadFaults = faults({
  'takes-missing-name': {
    title: 'Accepts a payload without a name',
    breaks: ['create.rejects.missing-name'],
    apply: (base) => ({ readName: (json) => (json === undefined ? accept('') : base.readName(json)) }),
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
    apply: (base) => ({ readName: (json) => (json === null ? accept('null') : base.readName(json)) }),
  },
  'takes-number-as-name': {
    title: 'Accepts a number as a name',
    breaks: ['create.rejects.number-name'],
    apply: (base) => ({ readName: (json) => (isNumber(json) ? accept(json.digits) : base.readName(json)) }),
  },
  'takes-boolean-as-name': {
    title: 'Accepts a boolean as a name',
    breaks: ['create.rejects.boolean-name'],
    apply: (base) => ({ readName: (json) => (typeof json === 'boolean' ? accept(String(json)) : base.readName(json)) }),
  },
  'takes-array-as-name': {
    title: 'Accepts an array as a name',
    breaks: ['create.rejects.array-name'],
    apply: (base) => ({ readName: (json) => (isList(json) ? accept(json.join(',')) : base.readName(json)) }),
  },
  'takes-missing-category': {
    title: 'Accepts a payload without a category',
    breaks: ['create.rejects.missing-category'],
    apply: (base) => ({ readCategory: (json) => (json === undefined ? accept(0n) : base.readCategory(json)) }),
  },
  'takes-null-category': {
    title: 'Accepts null as a category',
    breaks: ['create.rejects.null-category'],
    apply: (base) => ({ readCategory: (json) => (json === null ? accept(0n) : base.readCategory(json)) }),
  },
  'takes-string-as-category': {
    title: 'Accepts a string of digits as a category',
    breaks: ['create.rejects.string-category'],
    apply: (base) => ({
      readCategory: (json) =>
        typeof json === 'string' && /^\d{1,18}$/.test(json) ? accept(BigInt(json)) : base.readCategory(json),
    }),
  },
  'takes-fraction-as-category': {
    title: 'Accepts a fraction as a category and truncates it',
    breaks: ['create.rejects.fraction-category'],
    apply: (base) => ({
      readCategory: (json) =>
        isNumber(json) && json.digits.includes('.')
          ? accept(BigInt(Math.trunc(Number(json.digits))))
          : base.readCategory(json),
    }),
  },
  'takes-boolean-as-category': {
    title: 'Accepts a boolean as a category',
    breaks: ['create.rejects.boolean-category'],
    apply: (base) => ({
      readCategory: (json) => (typeof json === 'boolean' ? accept(json ? 1n : 0n) : base.readCategory(json)),
    }),
  },
  'takes-overflowing-category': {
    title: 'Accepts a category beyond 64 bits and lets it wrap around',
    breaks: ['create.rejects.overflow-category'],
    apply: (base) => ({
      readCategory: (json) =>
        isNumber(json) && /^\d{19,}$/.test(json.digits)
          ? accept(BigInt.asIntN(64, BigInt(json.digits)))
          : base.readCategory(json),
    }),
  },
  'clamps-overflowing-category': {
    title: 'Accepts a category beyond 64 bits and clamps it to the maximum',
    breaks: ['create.rejects.overflow-category'],
    apply: (base) => ({
      readCategory: (json) =>
        isNumber(json) && /^\d{19,}$/.test(json.digits) && BigInt(json.digits) >= 2n ** 63n
          ? accept(2n ** 63n - 1n)
          : base.readCategory(json),
    }),
  },
  'drops-unknown-status': {
    title: 'Accepts an unknown status and drops it',
    breaks: ['create.rejects.unknown-status'],
    apply: (base) => ({
      readStatus: (json) =>
        typeof json === 'string' && /^[a-z]+$/.test(json) && !statuses.includes(json)
          ? accept(null)
          : base.readStatus(json),
    }),
  },
  'keeps-unknown-status': {
    title: 'Accepts an unknown status and stores it',
    breaks: ['create.rejects.unknown-status'],
    follows: ['create.schema', 'list.schema', 'get.schema'],
    apply: (base) => ({
      readStatus: (json) => (typeof json === 'string' && /^[a-z]+$/.test(json) ? accept(json) : base.readStatus(json)),
    }),
  },
  'takes-null-status': {
    title: 'Accepts null as a status',
    breaks: ['create.rejects.null-status'],
    apply: (base) => ({ readStatus: (json) => (json === null ? accept(null) : base.readStatus(json)) }),
  },
  'takes-number-as-status': {
    title: 'Accepts a number as a status',
    breaks: ['create.rejects.number-status'],
    apply: (base) => ({
      readStatus: (json) => (isNumber(json) ? accept(statuses[Number(json.digits)] ?? null) : base.readStatus(json)),
    }),
  },
  'takes-miscased-status': {
    title: 'Accepts a status in another letter case',
    breaks: ['create.rejects.miscased-status'],
    apply: (base) => ({
      readStatus: (json) =>
        typeof json === 'string' && statuses.includes(json.toLowerCase())
          ? accept(json.toLowerCase())
          : base.readStatus(json),
    }),
  },
  'takes-array-body': {
    title: 'Accepts an array as a payload',
    breaks: ['create.rejects.array-body'],
    apply: (base) => ({
      readBody: (request) => {
        const body = base.readBody(request);
        return body.ok && isList(body.value)
          ? accept(isObject(body.value[0]) ? body.value[0] : object(['name', ''], ['categoryId', integer(0)]))
          : body;
      },
    }),
  },
  'takes-scalar-body': {
    title: 'Accepts a number, a string or null as a payload',
    breaks: ['create.rejects.scalar-body'],
    apply: (base) => ({
      readBody: (request) => {
        const body = base.readBody(request);
        return body.ok && !isList(body.value) && !isObject(body.value)
          ? accept(object(['name', ''], ['categoryId', integer(0)]))
          : body;
      },
    }),
  },
  'takes-empty-body': {
    title: 'Accepts an empty body as a payload',
    breaks: ['create.rejects.empty-body'],
    apply: (base) => ({
      readBody: (request) =>
        request.body.length === 0 ? accept(object(['name', ''], ['categoryId', integer(0)])) : base.readBody(request),
    }),
  },
  'takes-malformed-json': {
    title: 'Accepts malformed JSON as an empty payload',
    breaks: ['create.rejects.malformed-json'],
    apply: (base) => ({
      readBody: (request) => {
        const body = base.readBody(request);
        return body.ok || request.body.length === 0 ? body : accept(object(['name', ''], ['categoryId', integer(0)]));
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
