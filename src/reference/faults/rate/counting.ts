import type { Behaviour } from '../../behaviour.ts';
import { isObject, member } from '../../json/value.ts';
import type { Request } from '../../message.ts';
import { countBy } from '../../requota.ts';
import { faults } from '../../variant.ts';

/** Faults in which requests are counted, and on which counter. */
export const rateCountingFaults = faults({
  'counts-by-two': {
    title: 'Counts every request twice',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: (base) => ({ cost: (request) => 2 * base.cost(request) }),
  },
  'counts-by-authorization-line': {
    title: 'Counts by the entire Authorization header: another letter case of the scheme has its own counter',
    breaks: ['rate.remaining-counts-down'],
    apply: countBy((name, { headers }, tier) => (tier === 'anonymous' ? name : (headers.get('authorization') ?? ''))),
  },
  'counters-not-shared': {
    title: 'Counts on two nodes without a shared counter',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: countBy((name, { serial }) => `${serial % 2}:${name}`),
  },
  'counter-per-operation': {
    title: 'Counts each operation separately',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: countBy((name, { operation }) => `${operation}:${name}`),
  },
  'counter-per-path': {
    title: 'Counts each path separately',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: countBy((name, { path }) => `${path}:${name}`),
  },
  'list-not-counted': {
    title: 'Does not count GET /pets',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => ({ cost: (request) => (request.operation === 'list' ? 0 : base.cost(request)) }),
  },
  'create-not-counted': {
    title: 'Does not count POST /pets',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => ({ cost: (request) => (request.operation === 'create' ? 0 : base.cost(request)) }),
  },
  'get-not-counted': {
    title: 'Does not count GET /pets/{id}',
    breaks: ['rate.counts-every-operation'],
    follows: ['rate.remaining-counts-down'],
    apply: (base) => ({ cost: (request) => (request.operation === 'get' ? 0 : base.cost(request)) }),
  },
  'refused-creates-not-counted': {
    title: 'Does not count creates that it refuses with 400',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: (base) => ({ cost: (request) => (isRefusedCreate(request, base) ? 0 : base.cost(request)) }),
  },
  'filtered-lists-count-double': {
    title: 'Counts lists with a status filter twice',
    breaks: ['rate.remaining-counts-down'],
    apply: (base) => ({ cost: (request) => (request.query.has('status') ? 2 : 1) * base.cost(request) }),
  },
});

/** Counts when the service decides, which is later. */
function isRefusedCreate(request: Request, { readBody, readName, readCategory, readStatus }: Behaviour): boolean {
  if (request.operation !== 'create') return false;
  const body = readBody(request);
  if (!body.ok || !isObject(body.value)) return true;
  const field = (name: string) => (isObject(body.value) ? member(body.value, name) : undefined);
  return !readName(field('name')).ok || !readCategory(field('categoryId')).ok || !readStatus(field('status')).ok;
}
