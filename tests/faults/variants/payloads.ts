import { refuse } from '../../../src/reference/message.ts';
import { seededCategories } from '../../../src/reference/store.ts';
import { isObject } from '../../../src/reference/tree.ts';
import { createRandom } from '../../support/random.ts';
import { after } from '../changes/after.ts';
import { readInstead, refuseTakenName } from '../changes/payload.ts';
import { each, variantTable } from '../table.ts';

/** Choices in how a payload is read, and in the ids of new animals. */
export const payloadVariants = variantTable({
  ...each({ 'default-status': 'available', 'default-status-pending': 'pending' }, (status) => ({
    title: `Sets the status \`${status}\` on animals without one`,
    apply: readInstead('readStatus', (json) => (json === undefined ? status : undefined)),
  })),
  'empty-name-refused': {
    title: 'Rejects an empty name',
    apply: readInstead('readName', (json) => (json === '' ? refuse('name must not be empty.') : undefined)),
  },
  'deep-payload-refused': {
    title: 'Rejects a payload of more than 100 levels',
    apply: readInstead('readBody', ({ body }) =>
      /\[{100}/.test(body.toString()) ? refuse('The payload is nested too deep.') : undefined,
    ),
  },
  'long-payload-refused': {
    title: 'Returns 413 for a payload of more than 4,000 bytes',
    apply: readInstead('readBody', ({ body }) =>
      body.length > 4_000 ? refuse('The payload is too long.', 413) : undefined,
    ),
  },
  'client-id-refused': {
    title: 'Rejects a payload with an id',
    apply: after('readBody', (json) =>
      isObject(json) && Object.hasOwn(json, 'id') ? refuse('The service assigns the id.') : json,
    ),
  },
  'extra-field-refused': {
    title: 'Rejects a payload with an unknown field',
    apply: after('readBody', (json) => {
      const names = isObject(json) ? Object.keys(json) : [];
      const extra = names.find((name) => !['id', 'name', 'categoryId', 'status'].includes(name));
      return extra === undefined ? json : refuse(`There is no field ${extra}.`);
    }),
  },
  ...each({ 'other-type-is-415': 415, 'other-type-is-400': 400 }, (status) => ({
    title: `Returns ${status} for a payload whose Content-Type is not JSON`,
    apply: readInstead('readBody', ({ headers }) =>
      /^application\/json\b/i.test(headers.get('content-type') ?? '')
        ? undefined
        : refuse('The payload must be application/json.', status),
    ),
  })),
  'media-type-in-lower-case': {
    title: 'Returns 415 for a media type with capital letters or quotes',
    apply: readInstead('readBody', ({ headers }) =>
      /[A-Z"]/.test(headers.get('content-type') ?? '')
        ? refuse('The content type must be application/json.', 415)
        : undefined,
    ),
  },
  ...each(
    {
      'chunks-too-large': ['Returns 413 for a payload without Content-Length', 413],
      'length-required': ['Returns 411 for a payload without Content-Length', 411],
      'chunks-read-as-empty': ['Reads a payload without Content-Length as empty, and returns 400', 400],
    },
    ([title, status]) => ({
      title,
      apply: readInstead('readBody', ({ headers }) =>
        headers.has('transfer-encoding') ? refuse('The body is empty.', status) : undefined,
      ),
    }),
  ),
  'taken-name-refused': {
    title: 'Returns 400 for a name that another animal has',
    apply: refuseTakenName(400),
  },
  'categories-fixed': {
    title: 'Rejects unknown categories',
    apply: after('readCategory', (category) =>
      seededCategories.includes(category) ? category : refuse('There is no such category.'),
    ),
  },
  ...each({ 'categories-positive': 1n, 'categories-not-negative': 0n }, (least) => ({
    title: `Rejects categories below ${least}`,
    apply: after('readCategory', (category) => (category < least ? refuse('There is no such category.') : category)),
  })),
  'names-limited': {
    title: 'Rejects names of fewer than 2 or more than 50 characters, or with a lone surrogate',
    apply: after('readName', (name) =>
      name.length < 2 || name.length > 50 || !name.isWellFormed() ? refuse('Bad name.') : name,
    ),
  },
  'location-on-created': {
    title: 'Sends Location with a 201',
    apply: after('create', (reply, _base, _request, { store }) =>
      reply.status === 201 ? { ...reply, headers: [['Location', `/v1/pets/${store.animals.at(-1)?.id}`]] } : reply,
    ),
  },
  'non-ascii-name-refused': {
    title: 'Rejects names with non-ASCII characters',
    apply: after('readName', (name) => (/[^ -~]/.test(name) ? refuse('name must be plain letters.') : name)),
  },
  'ids-random': {
    title: 'Draws random 63-bit ids',
    apply: () => {
      const random = createRandom(11);
      return {
        nextId: () => BigInt(Math.floor(random() * 2 ** 31)) * 2n ** 32n + BigInt(Math.floor(random() * 2 ** 32)),
      };
    },
  },
  ...each(
    {
      'ids-negative': ['Counts ids down from -1', (count) => -1n - count],
      'ids-from-zero': ['Counts ids up from 0', (count) => count],
      'ids-above-double': ['Assigns ids above 2^53', (count) => 2n ** 53n + 1n + count],
      'ids-near-maximum': ['Assigns ids just below 2^63', (count) => 2n ** 63n - 1_000_000n + count],
      'ids-down-from-maximum': ['Counts ids down from 2^63 - 1', (count) => 2n ** 63n - 1n - count],
    } satisfies Readonly<Record<string, readonly [string, (count: bigint) => bigint]>>,
    ([title, next]) => ({ title, apply: () => ({ nextId: (store) => next(BigInt(store.animals.length)) }) }),
  ),
});
