import { problemReply } from '../../../src/reference/behaviour.ts';
import { refuse } from '../../../src/reference/message.ts';
import { readInt64 } from '../../../src/reference/tree.ts';
import { createRandom } from '../../support/random.ts';
import { readInstead, readRefused } from '../changes/payload.ts';
import { reshapeAnswer } from '../changes/reshape.ts';
import { each, variantTable } from '../table.ts';

const UNREADABLE = { status: 400, code: 'bad_request', message: 'The request could not be read.' };

const hasArray = (query: URLSearchParams): boolean => [...query.keys()].some((name) => name.endsWith('[]'));

/** Choices in methods, query parameters, ids in the path, and the order of lists. */
export const queryVariants = variantTable({
  'head-refused': {
    title: 'Returns 405 for HEAD',
    apply: (base) => ({
      list: (request, service) => (request.method === 'HEAD' ? base.unlisted : base.list)(request, service),
      get: (request, service) => (request.method === 'HEAD' ? base.unlisted : base.get)(request, service),
    }),
  },
  'long-path-refused-by-framework': {
    title: "Returns the framework's 414, without rate headers, for an id of more than 100 characters",
    apply: reshapeAnswer(
      (_, { path }) => path.length > 120,
      () => ({
        status: 414,
        headers: [['Content-Type', 'application/json']],
        body: '{"error":"Bad Request","code":"PATH_TOO_LONG","message":"The path is too long.","statusCode":414}',
      }),
    ),
  },
  'arrays-refused-before-the-key': {
    title: 'Refuses a query with an array before it reads the key, with the rate headers of a client without one',
    apply: (base) => ({
      counter: (request, customer) => base.counter(request, hasArray(request.query) ? null : customer),
      list: (request, service) =>
        hasArray(request.query) ? problemReply(service.behaviour, request, UNREADABLE) : base.list(request, service),
    }),
  },
  'broken-paths-counted-without-the-key': {
    title: 'Counts a path with broken percent-encoding, which a proxy refuses, for a client without a key',
    apply: (base) => ({
      counter: (request, customer) => base.counter(request, /%(?![\dA-F]{2})/i.test(request.path) ? null : customer),
    }),
  },
  'limit-clamped': {
    title: 'Clamps a limit that is out of range',
    needs: { seed: 100 },
    apply: readInstead('readLimit', (text) =>
      /^-?\d+$/.test(text ?? '') ? Math.min(100, Math.max(1, Number(text))) : undefined,
    ),
  },
  'limit-default-used': {
    title: 'Uses the default instead of an invalid limit',
    apply: readRefused('readLimit', 20),
  },
  'limit-read-loosely': {
    title: 'Reads the leading digits of a limit, up to 100',
    apply: () => ({
      readLimit: (text) => {
        const limit = Number.parseInt(text ?? '', 10);
        return limit > 0 ? Math.min(100, limit) : 20;
      },
    }),
  },
  'unknown-filter-ignored': {
    title: 'Ignores an unknown status filter',
    apply: readRefused('readFilter', null),
  },
  'unknown-filter-gives-nothing': {
    title: 'Returns an empty list for an unknown status filter',
    apply: () => ({ readFilter: (text) => text }),
  },
  'filter-in-any-case': {
    title: 'Accepts the status filter in any letter case',
    apply: (base) => ({ readFilter: (text) => base.readFilter(text?.toLowerCase() ?? null) }),
  },
  'unknown-parameter-refused': {
    title: 'Rejects unknown query parameters',
    apply: (base) => ({
      list: (request, service) => {
        const unknown = [...request.query.keys()].find((name) => name !== 'limit' && name !== 'status');
        if (unknown === undefined) return base.list(request, service);
        const problem = { status: 400, code: 'unknown_parameter', message: `There is no parameter ${unknown}.` };
        return problemReply(service.behaviour, request, problem);
      },
    }),
  },
  ...each({ 'invalid-id-refused': 400, 'invalid-id-refused-with-422': 422 }, (status) => ({
    title: `Returns ${status} for an id that is not a 64-bit integer`,
    apply: readInstead('readId', (text) =>
      readInt64(text) === undefined ? refuse('petId must be a 64-bit integer.', status) : undefined,
    ),
  })),
  'oldest-first': {
    title: 'Lists the oldest animals first',
    apply: () => ({ order: (animals) => animals }),
  },
  'pages-of-fifty': {
    title: 'Never returns more than 50 animals, oldest first',
    needs: { seed: 150 },
    apply: (base) => ({
      order: (animals) => animals,
      page: (animals, limit, query) => base.page(animals, Math.min(50, limit), query),
    }),
  },
  'random-order': {
    title: 'Lists animals in a different order each time',
    apply: () => {
      const random = createRandom(7);
      return {
        order: (animals) =>
          animals
            .map((animal) => ({ animal, at: random() }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ animal }) => animal),
      };
    },
  },
});
