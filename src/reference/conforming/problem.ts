import type { Behaviour } from '../behaviour.ts';
import type { Outcome, Problem, Request } from '../message.ts';

export const statuses: readonly string[] = ['available', 'pending', 'sold'];

export const FAILED: Problem = { status: 500, code: 'internal_error', message: 'The service failed.' };

export const problemOutcome = (behaviour: Behaviour, request: Request, problem: Problem): Outcome => ({
  status: problem.status,
  headers: problem.headers ?? [],
  json: behaviour.encodeProblem(problem, request),
});
