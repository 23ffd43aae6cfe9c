import { member } from '../json/value.ts';
import { accept, andThen, refuse } from '../message.ts';
import { seededCategories } from '../store.ts';
import { refuseTakenName } from '../taken-name.ts';
import { legalVariants } from '../variant.ts';

/** Choices in how a payload is read. */
export const payloadVariants = legalVariants({
  'default-status': {
    title: 'Sets the status `available` on animals without one',
    apply: (base) => ({ readStatus: (json) => (json === undefined ? accept('available') : base.readStatus(json)) }),
  },
  'default-status-pending': {
    title: 'Sets the status `pending` on animals without one',
    apply: (base) => ({ readStatus: (json) => (json === undefined ? accept('pending') : base.readStatus(json)) }),
  },
  'empty-name-refused': {
    title: 'Rejects an empty name',
    apply: (base) => ({ readName: (json) => (json === '' ? refuse('name must not be empty.') : base.readName(json)) }),
  },
  'client-id-refused': {
    title: 'Rejects a payload with an id',
    apply: (base) => ({
      checkPayload: (payload) =>
        member(payload, 'id') === undefined
          ? base.checkPayload(payload)
          : { status: 400, code: 'invalid_request', message: 'The service assigns the id.' },
    }),
  },
  'extra-field-refused': {
    title: 'Rejects a payload with an unknown field',
    apply: (base) => ({
      checkPayload: (payload) => {
        const extra = payload.members.find(([name]) => !['id', 'name', 'categoryId', 'status'].includes(name));
        return extra === undefined
          ? base.checkPayload(payload)
          : { status: 400, code: 'invalid_request', message: `There is no field ${extra[0]}.` };
      },
    }),
  },
  'other-type-is-415': {
    title: 'Returns 415 for a payload whose Content-Type is not JSON',
    apply: (base) => ({
      readBody: (request) =>
        /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
          ? base.readBody(request)
          : refuse('The payload must be application/json.', 415),
    }),
  },
  'other-type-is-400': {
    title: 'Returns 400 for a payload whose Content-Type is not JSON',
    apply: (base) => ({
      readBody: (request) =>
        /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
          ? base.readBody(request)
          : refuse('The payload must be application/json.', 400),
    }),
  },
  'length-required': {
    title: 'Returns 411 for a payload without Content-Length',
    apply: (base) => ({
      readBody: (request) =>
        request.headers.has('transfer-encoding') ? refuse('Content-Length is required.', 411) : base.readBody(request),
    }),
  },
  'media-type-in-lower-case': {
    title: 'Returns 415 for a media type with capital letters or quotes',
    apply: (base) => ({
      readBody: (request) =>
        /[A-Z"]/.test(request.headers.get('content-type') ?? '')
          ? refuse('The content type must be application/json.', 415)
          : base.readBody(request),
    }),
  },
  'chunks-read-as-empty': {
    title: 'Reads a payload without Content-Length as empty, and returns 400',
    apply: (base) => ({
      readBody: (request) =>
        request.headers.has('transfer-encoding') ? refuse('The body is empty.') : base.readBody(request),
    }),
  },
  'taken-name-refused': {
    title: 'Returns 400 for a name that another animal has',
    apply: refuseTakenName(400),
  },
  'categories-fixed': {
    title: 'Rejects unknown categories',
    apply: (base) => ({
      readCategory: (json) =>
        andThen(base.readCategory(json), (category) =>
          seededCategories.includes(category) ? accept(category) : refuse('There is no such category.'),
        ),
    }),
  },
  'location-on-created': {
    title: 'Sends Location with a 201',
    apply: () => ({ createdHeaders: ({ id }) => [['Location', `/v1/pets/${id}`]] }),
  },
  'non-ascii-name-refused': {
    title: 'Rejects names with non-ASCII characters',
    apply: (base) => ({
      readName: (json) =>
        andThen(base.readName(json), (name) =>
          /[^ -~]/.test(name) ? refuse('name must be plain letters.') : accept(name),
        ),
    }),
  },
});
