import type { Behaviour } from '../../behaviour.ts';
import { statuses } from '../../conforming/problem.ts';
import { isNumber, isObject, member, object } from '../../json/value.ts';
import { accept, type Request, refuse } from '../../message.ts';
import { readInstead } from '../../payload.ts';
import { onAnswer, onStatus, problemInstead, reshapeObject } from '../../reshape.ts';
import { refuseTakenName } from '../../taken-name.ts';
import { faults } from '../../variant.ts';
import { errorBodyOn400 } from '../clauses.ts';

const hasCharset = ({ headers }: Request): boolean => /charset/i.test(headers.get('content-type') ?? '');

const refuseCharset = readInstead('readBody', (request) =>
  hasCharset(request) ? refuse('The content type must be application/json.', 415) : undefined,
);

/** Faults in the response to an invalid payload, and in its side effects. */
export const refusedPayloadFaults = faults({
  'invalid-is-422': {
    title: 'Returns 422 for every invalid payload',
    breaks: [...errorBodyOn400],
    apply: problemInstead(onAnswer('create', 400), {
      status: 422,
      code: 'unprocessable',
      message: 'The payload is invalid.',
    }),
  },
  'missing-field-is-422': {
    title: 'Returns 422 for a missing field',
    breaks: ['create.rejects.missing-name', 'create.rejects.missing-category'],
    apply: (base) => ({
      readName: (json) => (json === undefined ? refuse('name is required.', 422) : base.readName(json)),
      readCategory: (json) => (json === undefined ? refuse('categoryId is required.', 422) : base.readCategory(json)),
    }),
  },
  'overflow-is-422': {
    title: 'Returns 422 for a category beyond 64 bits',
    breaks: ['create.rejects.overflow-category'],
    apply: readInstead('readCategory', (json) =>
      isNumber(json) && /^\d{19,}$/.test(json.digits) && BigInt(json.digits) >= 2n ** 63n
        ? refuse('categoryId is out of range.', 422)
        : undefined,
    ),
  },
  'unknown-status-is-409': {
    title: 'Returns 409 for an unknown status',
    breaks: ['create.rejects.unknown-status'],
    apply: readInstead('readStatus', (json) =>
      typeof json === 'string' && /^[a-z]+$/.test(json) && !statuses.includes(json)
        ? refuse('There is no such status.', 409)
        : undefined,
    ),
  },
  'taken-name-is-409': {
    title: 'Returns 409 for a name that another animal has',
    breaks: ['create.created'],
    apply: refuseTakenName(409),
  },
  'charset-is-415': {
    title: 'Returns 415 for application/json with a charset',
    breaks: ['create.created'],
    apply: refuseCharset,
  },
  'charset-is-415-early': {
    title: 'Returns 415 for application/json with a charset, and closes the connection while chunks are sent',
    breaks: ['create.created'],
    follows: ['robust.answers'],
    apply: (base) => ({
      ...refuseCharset(base),
      deliver: (answer, request, wire) =>
        hasCharset(request) && request.headers.has('transfer-encoding')
          ? wire.destroy()
          : base.deliver(answer, request, wire),
    }),
  },
  'malformed-json-is-415': {
    title: 'Returns 415 for malformed JSON',
    breaks: ['create.rejects.malformed-json'],
    apply: (base) => ({
      readBody: (request) => {
        const body = base.readBody(request);
        return body.ok || request.body.length === 0 ? body : refuse('This is not application/json.', 415);
      },
    }),
  },
  'empty-body-is-411': {
    title: 'Returns 411 for an empty body',
    breaks: ['create.rejects.empty-body'],
    apply: readInstead('readBody', ({ body }) => (body.length === 0 ? refuse('A body is required.', 411) : undefined)),
  },
  'null-name-is-another-error': {
    title: 'Returns 400 for a null name with the error body of a framework',
    breaks: ['create.rejects.null-name', 'error.schema'],
    apply: (base) => {
      const message = 'name must not be null';
      const framework = object(['errors', object(['name', [message]])]);
      const named: Behaviour = { ...base, readName: (json) => (json === null ? refuse(message) : base.readName(json)) };
      return reshapeObject(onStatus(400), (body) => (member(body, 'message') === message ? framework : body))(named);
    },
  },
  'refused-payload-stored': {
    title: 'Stores an animal before it rejects its payload',
    breaks: ['create.rejected-not-stored'],
    apply: (base) => ({
      create: (request, service) => {
        const outcome = base.create(request, service);
        const body = base.readBody(request);
        const name = body.ok && isObject(body.value) ? member(body.value, 'name') : undefined;
        if (outcome.status === 400 && typeof name === 'string') {
          const { store, behaviour } = service;
          store.add({ id: behaviour.nextId(store), name, categoryId: 0n, status: null, createdAt: behaviour.now() });
        }
        return outcome;
      },
    }),
  },
  'refused-status-stored': {
    title: 'Stores an animal before it rejects its status',
    breaks: ['create.rejected-not-stored'],
    apply: (base) => ({
      create: (request, service) => {
        const body = base.readBody(request);
        const refused = body.ok && isObject(body.value) && !base.readStatus(member(body.value, 'status')).ok;
        const outcome = base.create(request, service);
        if (!refused) return outcome;
        const lenient = { ...service.behaviour, readStatus: () => accept(null) };
        base.create(request, { ...service, behaviour: lenient });
        return outcome;
      },
    }),
  },
});
