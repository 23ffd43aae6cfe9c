import type { Service } from '../behaviour.ts';
import { problemOutcome } from '../conforming/problem.ts';
import type { Customer } from '../customers.ts';
import type { Answer, Outcome, Request } from '../message.ts';

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
    const problem = { status: 500, code: 'internal_error', message: 'The service failed.' };
    return problemOutcome(behaviour, request, problem);
  }
}
