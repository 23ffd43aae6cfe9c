import { isAnswered, isRateLimited, isSuccess } from '../../exchange/exchange.ts';
import { closingsOf, type K6Records } from '../../exchange/journal/k6-records.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Head, LimitPlan } from '../../exchange/records/run-record.ts';
import { namedFailure, unreachable } from '../../judge/connection-failure.ts';
import { addressMistake, mistakeOf } from '../../judge/set-up.ts';
import { explanation } from '../../rules/rule.ts';
import { mistake, type SetUpMistake } from '../../text/mistakes.ts';

/** The set-up mistake that k6 met. If no request with the key was admitted, the first response is judged like that of a check. */
export function contactMistake(plan: LimitPlan, load: K6Records, head: Head): SetUpMistake | undefined {
  const { baseUrl } = head.target;
  if (closingsOf(plan.key, load).some(({ stopped }) => stopped === 'not-this-service'))
    return mistake('mock', { url: baseUrl });
  const first = unservedContact(load.exchanges(plan.key));
  if (first === undefined) return undefined;
  if ('failure' in first.received) return unreachable(namedFailure(first.received.failure), baseUrl);
  if (!isAnswered(first)) return undefined;
  // k6 repeats one request, so the first one stands for the get.
  const known = mistakeOf(first, { get: first }, { ...head, settings: { ...head.settings, ...plan } });
  if (known !== undefined) return known;
  const { status } = first.received;
  return status === 404
    ? addressMistake(baseUrl)
    : mistake('first-request-refused', { plan: plan.plan, status, ...explanation(first) });
}

/** The first answered request, else the first request. Undefined if any request was served, or refused with 429. */
function unservedContact(exchanges: Iterable<Exchange>): Exchange | undefined {
  let first: Exchange | undefined;
  let answered: Exchange | undefined;
  for (const exchange of exchanges) {
    if (isSuccess(exchange) || isRateLimited(exchange)) return undefined;
    first ??= exchange;
    if (isAnswered(exchange)) answered ??= exchange;
  }
  return answered ?? first;
}
