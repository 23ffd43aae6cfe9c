import { type Answered, bodyOf, oncePer } from '../../exchange/index.ts';
import type { SchemaName } from '../../spec/schemas.ts';
import { type Finding, outcomeOf } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';
import { schemaProblems } from './problems.ts';

/** Maximum findings for one body; further violations are counted. */
const LISTED = 5;

/** The body of every selected response matches a schema of the specification. Bodies that were cut off are not judged. */
export function bodyMatches(schema: SchemaName, select: (exchange: Answered) => boolean): Rule {
  return (evidence) => {
    const subjects = evidence.filter((exchange) => select(exchange) && bodyOf(exchange.received).kind !== 'cut');
    return outcomeOf(
      subjects.flatMap((exchange) => schemaFindings(schema, exchange)),
      subjects.length,
    );
  };
}

export function schemaFindings(schema: SchemaName, exchange: Answered): readonly Finding[] {
  return FINDINGS[schema](exchange);
}

/** The first violation of the Error schema in a body, or undefined if it is an Error. */
export const errorBodyFinding = (exchange: Answered): Finding | undefined => schemaFindings('Error', exchange)[0];

/** Each body is judged once for each schema, however many rules and attempts read it. */
const FINDINGS = {
  Pet: oncePer((exchange: Answered) => findingsIn('Pet', exchange)),
  Pets: oncePer((exchange: Answered) => findingsIn('Pets', exchange)),
  Error: oncePer((exchange: Answered) => findingsIn('Error', exchange)),
} as const satisfies Record<SchemaName, unknown>;

function findingsIn(schema: SchemaName, exchange: Answered): readonly Finding[] {
  const body = bodyOf(exchange.received);
  if (body.kind === 'none') return [violation(exchange, 'body-missing', { schema })];
  if (body.kind !== 'json') return [violation(exchange, 'body-not-json', { schema, problem: body.reason })];
  const problems = schemaProblems(schema, body, exchange);
  if (problems.length <= LISTED) return problems;
  const rest = violation(exchange, 'more-violations', { schema, violations: problems.length, listed: LISTED });
  return [...problems.slice(0, LISTED), rest];
}

/** A response with this status to this operation. */
export function answers(operation: string, status: number) {
  return (exchange: Answered): boolean => exchange.operation === operation && exchange.received.status === status;
}
