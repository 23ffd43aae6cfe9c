import type { Behaviour, Change } from '../../../src/reference/behaviour.ts';
import type { Request } from '../../../src/reference/message.ts';
import { isObject, member } from '../../../src/reference/tree.ts';
import { countBy } from '../changes/limiter.ts';
import { losing } from '../changes/losing.ts';
import { readable } from '../changes/payload.ts';
import { each, faultTable } from '../table.ts';

const costs =
  (change: (request: Request, cost: number) => number): Change =>
  (base) => ({ cost: (request) => change(request, base.cost(request)) });

/** Faults in which requests are counted, and on which counter. */
export const rateCountingFaults = faultTable({
  'counts-by-two': {
    title: 'Counts every request twice',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: costs((_, cost) => 2 * cost),
  },
  'simultaneous-requests-count-once': {
    title: 'Reads the counter and writes it 20 ms later, so simultaneous requests count once',
    breaks: ['rate.remaining-counts-down'],
    apply: (base) => ({
      minuteLimiter: losing(20),
      deliver: (answer, request, wire) => base.later(40, () => base.deliver(answer, request, wire)),
    }),
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
  ...each(
    {
      'list-not-counted': ['list', 'GET /pets'],
      'create-not-counted': ['create', 'POST /pets'],
      'get-not-counted': ['get', 'GET /pets/{id}'],
    },
    ([operation, name]) => ({
      title: `Does not count ${name}`,
      breaks: ['rate.counts-every-operation'],
      follows: ['rate.remaining-counts-down'],
      apply: costs((request, cost) => (request.operation === operation ? 0 : cost)),
    }),
  ),
  'refused-creates-not-counted': {
    title: 'Does not count creates that it refuses with 400',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: (base) => costs((request, cost) => (isRefusedCreate(request, base) ? 0 : cost))(base),
  },
  'filtered-lists-count-double': {
    title: 'Counts lists with a status filter twice',
    breaks: ['rate.remaining-counts-down'],
    apply: costs(({ query }, cost) => (query.has('status') ? 2 : 1) * cost),
  },
});

/** Counts when the service decides, which is later. */
function isRefusedCreate(request: Request, { readBody, readName, readCategory, readStatus }: Behaviour): boolean {
  if (request.operation !== 'create') return false;
  const body = readable(() => readBody(request));
  if (!isObject(body)) return true;
  const field = (name: string) => member(body, name);
  const fields = () => [readName(field('name')), readCategory(field('categoryId')), readStatus(field('status'))];
  return readable(fields) === undefined;
}
