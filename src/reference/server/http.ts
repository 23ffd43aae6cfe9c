import type { IncomingMessage } from 'node:http';
import type { Service } from '../behaviour.ts';
import { FAILED, problemOutcome } from '../conforming/problem.ts';
import type { Customer } from '../customers.ts';
import type { Answer, Operation, Outcome, Request } from '../message.ts';

const MAX_BODY = 1_000_000;

/** Reads the complete request. A body beyond a megabyte is cut, which makes it malformed. */
export async function receive(incoming: IncomingMessage, serial: number, connection: number): Promise<Request> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length <= MAX_BODY) chunks.push(bytes);
  }
  const [path = '', query = ''] = (incoming.url ?? '').split(/\?(.*)/s);
  const method = incoming.method ?? 'GET';
  return {
    serial,
    connection,
    remote: incoming.socket.remoteAddress ?? 'unknown',
    method,
    path,
    query: new URLSearchParams(query),
    rawQuery: query,
    headers: new Map(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks),
    operation: operationOf(method, path),
  };
}

function operationOf(method: string, path: string): Operation {
  const reads = method === 'GET' || method === 'HEAD';
  if (path === '/v1/pets') return reads ? 'list' : method === 'POST' ? 'create' : 'unlisted';
  return reads && /^\/v1\/pets\/[^/]+$/.test(path) ? 'get' : 'unlisted';
}

/** Handles one request with all steps. The limiter is outermost, so that every response has its headers. */
export function respond(request: Request, service: Service): Answer {
  const { behaviour, meter } = service;
  const customer = behaviour.authenticate(request, service);
  const now = behaviour.now();
  const counter = behaviour.counter(request, customer);
  const tally = meter.take(counter.tier, counter.name, now, behaviour.cost(request));
  const decided = tally.admitted ? operate(request, customer, service) : behaviour.tooMany(tally, request, service);
  const outcome = behaviour.shape(decided, request, service);
  const answer = {
    status: outcome.status,
    headers: [
      ...behaviour.dateHeaders(now),
      ...behaviour.contentType(outcome, request),
      ...behaviour.rateHeaders(behaviour.rateValues(tally, request), request),
      ...outcome.headers,
    ],
    body: outcome.json === undefined ? '' : behaviour.write(outcome.json),
  };
  return behaviour.finish(answer, request, service);
}

function operate(request: Request, customer: Customer | null, service: Service): Outcome {
  const { behaviour } = service;
  try {
    return customer === null
      ? behaviour.unauthorized(request, service)
      : behaviour[request.operation](request, service);
  } catch {
    return problemOutcome(behaviour, request, FAILED);
  }
}
