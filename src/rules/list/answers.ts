import { type Answered, bodyOf } from '../../exchange/index.ts';
import { listView } from '../../store/index.ts';
import { outcomeOf } from '../outcome.ts';
import { describe, finding, type Rule } from '../rule.ts';

/** The plain list was answered with 200 and a JSON array; of lists with a limit, a refusal is left to the limit's own requirement. */
export const listsAnimals: Rule = (evidence) =>
  outcomeOf(
    evidence.flatMap((exchange) =>
      listView(exchange) === undefined && (exchange.received.status < 400 || !exchange.sent.path.includes('?'))
        ? [finding(exchange, describe(exchange), '200 with a JSON array', actual(exchange))]
        : [],
    ),
    evidence.length,
  );

function actual({ received }: Answered): string {
  if (received.status !== 200) return String(received.status);
  const body = bodyOf(received);
  if (body.kind === 'json') return 'JSON, but no array';
  return body.kind === 'none' ? '200 without a body' : body.reason;
}
