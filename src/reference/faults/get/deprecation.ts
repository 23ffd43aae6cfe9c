import { problemOutcome } from '../../conforming/problem.ts';
import { sayLifecycle } from '../../reshape.ts';
import { faults } from '../../variant.ts';

/** Faults in the deprecation: an early removal, and wrong `Sunset` or `Deprecation` headers. */
export const getDeprecationFaults = faults({
  'removed-early-410': {
    title: 'Removed GET /pets/{id} early: returns 410',
    breaks: ['get.ok', 'get.still-served'],
    follows: ['get.not-found', 'get.same-as-created', 'get.schema', 'get.deprecation-signal'],
    apply: () => ({
      get: (request, { behaviour }) =>
        problemOutcome(behaviour, request, {
          status: 410,
          code: 'gone',
          message: 'Use GET /pets with the status filter.',
        }),
    }),
  },
  'removed-early-404': {
    title: 'Removed GET /pets/{id} early: returns 404 for every id',
    breaks: ['get.ok', 'get.still-served'],
    follows: ['get.same-as-created', 'get.schema', 'get.deprecation-signal'],
    apply: () => ({
      get: (request, { behaviour }) =>
        problemOutcome(behaviour, request, { status: 404, code: 'not_found', message: 'There is no such path.' }),
    }),
  },
  'removed-early-301': {
    title: 'Removed GET /pets/{id} early: redirects to the list',
    breaks: ['get.ok', 'get.still-served'],
    follows: ['get.not-found', 'get.same-as-created', 'get.schema', 'get.deprecation-signal'],
    apply: () => ({
      get: () => ({ status: 301, headers: [['Location', '/v1/pets?status=available']], json: undefined }),
    }),
  },
  'sunset-a-year-late': {
    title: 'Sends 5 December 2031 in Sunset',
    breaks: ['get.sunset-date'],
    apply: sayLifecycle('Sunset', 'Fri, 05 Dec 2031 00:00:00 GMT'),
  },
  'sunset-day-and-month-swapped': {
    title: 'Sends 12 May 2030 in Sunset',
    breaks: ['get.sunset-date'],
    apply: sayLifecycle('Sunset', 'Sun, 12 May 2030 00:00:00 GMT'),
  },
  'sunset-iso-date': {
    title: 'Sends Sunset as an ISO 8601 date',
    breaks: ['get.sunset-date'],
    apply: sayLifecycle('Sunset', '2030-12-05T00:00:00Z'),
  },
  'sunset-unix-time': {
    title: 'Sends Sunset as Unix time',
    breaks: ['get.sunset-date'],
    apply: sayLifecycle('Sunset', '1922659200'),
  },
  'sunset-structured-date': {
    title: 'Sends Sunset as a structured-field date',
    breaks: ['get.sunset-date'],
    apply: sayLifecycle('Sunset', '@1922659200'),
  },
  'deprecation-true': {
    title: 'Sends Deprecation as `true`, as in an early draft',
    breaks: ['get.deprecation-syntax'],
    apply: sayLifecycle('Deprecation', 'true'),
  },
  'deprecation-http-date': {
    title: 'Sends Deprecation as an HTTP date, as in an early draft',
    breaks: ['get.deprecation-syntax'],
    apply: sayLifecycle('Deprecation', 'Fri, 05 Dec 2025 00:00:00 GMT'),
  },
  'deprecation-bare-number': {
    title: 'Sends Deprecation as a bare number',
    breaks: ['get.deprecation-syntax'],
    apply: sayLifecycle('Deprecation', '1764892800'),
  },
  'deprecation-after-sunset': {
    title: 'Sends a Deprecation date after the Sunset date',
    breaks: ['get.deprecation-syntax'],
    apply: sayLifecycle('Deprecation', '@1954195200'),
  },
  'no-deprecation-signal': {
    title: 'Sends neither Deprecation nor Sunset',
    breaks: ['get.deprecation-signal'],
    apply: (base) => ({ lifecycleHeaders: () => base.lifecycleHeaders().filter(([name]) => name === 'Link') }),
  },
});
