import { type Answered, bodyOf } from '../../exchange/index.ts';
import type { SchemaName } from '../../spec/schemas.ts';
import { type Finding, outcomeOf } from '../outcome.ts';
import { describe, finding, type Rule } from '../rule.ts';
import { schemaProblems } from './problems.ts';

/** How many places of one body a finding names; the rest is counted. */
const PLACES = 5;

/** The body of every selected answer matches a schema of the document. Bodies that were cut are no subjects. */
export function bodyMatches(schema: SchemaName, select: (exchange: Answered) => boolean): Rule {
  return (evidence) => {
    const subjects = evidence.filter((exchange) => select(exchange) && bodyOf(exchange.received).kind !== 'cut');
    return outcomeOf(
      subjects.flatMap((exchange) => schemaFindings(schema, exchange)),
      subjects.length,
    );
  };
}

function schemaFindings(schema: SchemaName, exchange: Answered): Finding[] {
  const body = bodyOf(exchange.received);
  const what = `${describe(exchange)}, body is no ${schema}`;
  if (body.kind !== 'json')
    return [finding(exchange, what, `a JSON ${schema} body`, body.kind === 'none' ? 'no body' : body.reason)];
  const problems = schemaProblems(schema, body);
  const findings = problems
    .slice(0, PLACES)
    .map(({ pointer, expected, actual }) =>
      finding(exchange, `${what}${pointer === '' ? '' : ` at ${pointer}`}`, expected, actual),
    );
  const rest = problems.length - findings.length;
  return rest > 0
    ? [
        ...findings,
        finding(
          exchange,
          `${what}: ${rest} more places`,
          `a JSON ${schema} body`,
          `${problems.length} breaches in all`,
        ),
      ]
    : findings;
}

/** An answer with this status to this operation. */
export function answers(operation: string, status: number) {
  return (exchange: Answered): boolean => exchange.operation === operation && exchange.received.status === status;
}
