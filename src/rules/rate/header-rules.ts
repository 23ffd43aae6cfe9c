import type { Answered } from '../../exchange/exchange.ts';
import { groupBy } from '../../exchange/group.ts';
import { HEADERS, RATE_HEADERS } from '../../spec/headers.ts';
import { otherPlan } from '../../spec/plans.ts';
import { formOf } from '../../text/excerpt.ts';
import { fail, passUnless } from '../conclusion.ts';
import { each, findingOn, type Rule } from '../rule.ts';
import { isOnKey, isUnread, rateValues, readRate } from './rate-reading.ts';

/** Rule 1 of the specification: every response has the three headers. One finding for each operation and status without them. */
export const headersPresent: Rule = (responses) => {
  const groups = groupBy(responses, ({ operation, received }) => `${operation} ${received.status}`);
  const findings = [...groups.values()].flatMap((exchanges) => {
    const lacking = exchanges.filter((exchange) => absentIn(exchange).length > 0);
    const example = lacking.at(-1);
    if (example === undefined) return [];
    const [others, missing] = [otherNames(example), absentIn(example)];
    const shown = { missing, others, wanted: RATE_HEADERS, lacking: lacking.length, total: exchanges.length };
    const finding = findingOn(example, others.length > 0 ? 'rate-headers-renamed' : 'rate-headers-missing', shown);
    return [{ ...finding, exchanges: lacking.map(({ seq }) => seq) }];
  });
  return passUnless(findings, responses.length);
};

const absentIn = (exchange: Answered) => RATE_HEADERS.filter((name) => rateValues(exchange)[name].length === 0);

function otherNames({ received }: Answered): string[] {
  const isWanted = (name: string) => RATE_HEADERS.some((wanted) => wanted.toLowerCase() === name.toLowerCase());
  return received.headers.map(([name]) => name).filter((name) => /rate-?limit/i.test(name) && !isWanted(name));
}

/** Each of the three headers is one field line with one non-negative integer. A Reset with a fraction has its own requirement. */
export const singleInteger: Rule = each(
  (exchange) => absentIn(exchange).length < RATE_HEADERS.length,
  (exchange) => {
    for (const name of RATE_HEADERS) {
      const values = rateValues(exchange)[name];
      const [value] = values;
      if (value === undefined) continue;
      const form = name === HEADERS.reset ? /^\d+(\.\d+)?$/ : /^\d+$/;
      if (values.length > 1)
        return findingOn(exchange, 'rate-header-repeated', { header: name, times: values.length, values });
      if (!form.test(value))
        return findingOn(exchange, 'rate-header-malformed', { header: name, value, form: formOf(value) });
    }
    return undefined;
  },
);

/** Limit is the plan's limit per minute or its daily limit. That of another plan means a wrong key or a wrong limiter: the user decides. */
export const limitMatchesPlan: Rule = (responses, trace) => {
  const { plan, perMinute, perDay } = trace.head.settings;
  const readings = responses
    .filter((exchange) => isOnKey(exchange) && !isUnread(exchange))
    .map(readRate)
    .filter(({ limit }) => limit !== undefined);
  const wrong = readings.filter(({ limit }) => limit !== perMinute && limit !== perDay);
  const [first] = wrong;
  const other = otherPlan(
    plan,
    wrong.flatMap(({ limit }) => limit ?? []),
  );
  if (other !== undefined && first !== undefined && wrong.length === readings.length) {
    const params = { plan, other, limit: perMinute, shown: first.limit ?? null };
    const finding = findingOn(first.exchange, 'key-of-other-plan', params);
    const ends = new Set([first, ...wrong.slice(-1)].map(({ exchange }) => exchange.seq));
    return fail([{ ...finding, exchanges: [...ends] }], readings.length);
  }
  const common = { plan, perMinute, perDay, wrong: wrong.length, total: readings.length };
  const findings = wrong.map(({ exchange, limit = null }) => findingOn(exchange, 'wrong-limit', { ...common, limit }));
  return passUnless(findings, readings.length);
};

export const remainingInRange: Rule = each(
  (exchange) => readRate(exchange).remaining !== undefined && readRate(exchange).limit !== undefined,
  (exchange) => {
    const { limit = 0, remaining = 0 } = readRate(exchange);
    return remaining < 0 || remaining > limit
      ? findingOn(exchange, 'remaining-out-of-range', { limit, remaining })
      : undefined;
  },
);
