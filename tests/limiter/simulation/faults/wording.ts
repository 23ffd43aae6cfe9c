import { type Fault, header, refusals, statusOf } from './fault.ts';

const status = (code: number, type = 'text/html', body = '<h1>no</h1>') =>
  refusals((reply) => ({ ...header(reply, 'Content-Type', () => type), status: code, body }));

const json = (code: number) => status(code, 'application/json', `{"code":"no","message":"no","status":${code}}`);

const RESET = 'X-Ratelimit-Reset';

const without = (...names: readonly string[]) =>
  refusals((reply) => names.reduce((rest, name) => header(rest, name, () => undefined), reply));

const remaining = (text: string) => refusals((reply) => header(reply, 'X-Ratelimit-Remaining', () => text));

/** Refusals that are not a complete 429. */
export const WORDING_FAULTS: readonly Fault[] = [
  { name: 'refuses with 403', breaks: 'limit.status', service: json(403) },
  { name: 'refuses with 503', breaks: 'limit.status', service: json(503) },
  { name: 'refuses with 503 of a proxy', breaks: 'limit.status', service: status(503) },
  { name: 'drops the connection', breaks: 'limit.status', service: refusals(() => null) },
  {
    name: '5xx above the limit',
    breaks: 'limit.no-server-error',
    service: json(500),
    shows: (_setting, { experiment }) => experiment.exchanges.some((exchange) => statusOf(exchange) === 500),
  },
  {
    name: 'no headers on 429',
    breaks: 'limit.headers',
    service: without('X-Ratelimit-Limit', 'X-Ratelimit-Remaining', RESET),
  },
  { name: 'no Reset on 429', breaks: 'limit.headers', service: without(RESET) },
  { name: 'Remaining 1 on 429', breaks: 'limit.remaining-zero', service: remaining('1') },
  { name: 'Remaining -1 on 429', breaks: 'limit.remaining-zero', service: remaining('-1') },
  { name: 'plain text on 429', breaks: 'limit.error-body', service: status(429, 'text/plain', 'Too many requests') },
  {
    name: 'status 200 in the body',
    breaks: 'limit.error-body',
    service: refusals((reply) => ({ ...reply, body: '{"code":"a","message":"b","status":200}' })),
  },
];
