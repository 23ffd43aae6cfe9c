import { bodyOf } from '../../exchange/body.ts';
import type { Answered } from '../../exchange/exchange.ts';
import { oncePer } from '../../exchange/once.ts';
import type { SchemaName } from '../../spec/schemas.ts';
import type { Finding } from '../outcome.ts';
import { violation } from '../rule.ts';
import { schemaProblems } from './problems.ts';

/** Maximum findings for one body; further violations are counted. */
const LISTED = 5;

/** The violations of a schema of the specification in a body, of which a finding lists the first ones. */
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
