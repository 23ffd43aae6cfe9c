import { type Answered, headerValue, headerValues } from '../../exchange/index.ts';
import { HEADERS, RATE_HEADERS } from '../../spec/headers.ts';
import { each, isOfService } from '../each.ts';
import { observed, outcomeOf, undecided } from '../outcome.ts';
import { describe, type Rule } from '../rule.ts';
import { isOnKey, readRate } from './reading.ts';

/** Rule 1: every response carries the three headers. One finding for each operation and status, since that is where they get lost. */
export const headersPresent: Rule = (evidence) => {
  const subjects = evidence.filter(isOfService);
  const cells = new Map<string, Answered[]>();
  for (const exchange of subjects) {
    const cell = `${exchange.operation} ${exchange.received.status}`;
    const known = cells.get(cell);
    if (known === undefined) cells.set(cell, [exchange]);
    else known.push(exchange);
  }
  const findings = [...cells.values()].flatMap((exchanges) => {
    const lacking = exchanges.filter((exchange) => absentIn(exchange).length > 0);
    const [example] = lacking;
    if (example === undefined) return [];
    const alike = otherNames(example);
    return [
      {
        message: `${describe(example)} (${lacking.length} of ${exchanges.length} such answers)`,
        expected: RATE_HEADERS.join(', '),
        actual: `no ${absentIn(example).join(', no ')}${alike.length > 0 ? `; but ${alike.join(', ')}` : ''}`,
        exchanges: lacking.map(({ seq }) => seq),
      },
    ];
  });
  return outcomeOf(findings, subjects.length);
};

function absentIn({ received }: Answered): string[] {
  return RATE_HEADERS.filter((name) => headerValue(received.headers, name) === undefined);
}

function otherNames({ received }: Answered): string[] {
  return received.headers
    .map(([name]) => name)
    .filter(
      (name) =>
        /rate-?limit/i.test(name) && !RATE_HEADERS.some((wanted) => wanted.toLowerCase() === name.toLowerCase()),
    );
}

/** Each is one field line with one non-negative integer. A Reset with a fraction has a requirement of its own. */
export const singleInteger: Rule = each(
  (exchange) => isOfService(exchange) && absentIn(exchange).length < RATE_HEADERS.length,
  (exchange) => {
    for (const name of RATE_HEADERS) {
      const [value, ...repeats] = headerValues(exchange.received.headers, name);
      if (value === undefined) continue;
      const form = name === HEADERS.reset ? /^\d+(\.\d+)?$/ : /^\d+$/;
      if (repeats.length > 0)
        return {
          message: `${describe(exchange)}: ${name}`,
          expected: 'one field line',
          actual: `${repeats.length + 1} lines: ${[value, ...repeats].join(' / ')}`,
        };
      if (!form.test(value))
        return {
          message: `${describe(exchange)}: ${name}`,
          expected: 'one non-negative integer',
          actual: value === '' ? 'an empty value' : value,
        };
    }
    return undefined;
  },
);

export const resetInteger: Rule = each(
  (exchange) => isOfService(exchange) && headerValue(exchange.received.headers, HEADERS.reset) !== undefined,
  (exchange) => {
    const value = headerValue(exchange.received.headers, HEADERS.reset) ?? '';
    return /^\d+\.\d+$/.test(value)
      ? { message: `${describe(exchange)}: ${HEADERS.reset}`, expected: 'whole seconds', actual: value }
      : undefined;
  },
);

/** Limit is the plan's number for the minute or for the day. The number of another plan is a wrong key or a wrong limiter: not to be told apart. */
export const limitMatchesPlan: Rule = (evidence, trace) => {
  const { settings } = trace.head;
  const readings = evidence
    .filter(isOnKey)
    .map(readRate)
    .filter(({ limit }) => limit !== undefined);
  const wrong = readings.filter(({ limit }) => limit !== settings.perMinute && limit !== settings.perDay);
  const other = Object.entries(settings.otherPlans).find(
    ([, plan]) => wrong.length > 0 && wrong.every(({ limit }) => limit === plan.perMinute || limit === plan.perDay),
  );
  if (other !== undefined && wrong.length === readings.length)
    return undecided(
      `every Limit is that of the plan ${other[0]}: a key of another plan, or a wrong limiter`,
      readings.length,
    );
  const findings = wrong.slice(0, 3).map(({ exchange, limit }) => ({
    message: `${describe(exchange)}: ${HEADERS.limit} (${wrong.length} of ${readings.length} answers)`,
    expected: `${settings.perMinute} (the minute's number of the plan ${settings.plan}) or ${settings.perDay} (the day's)`,
    actual: String(limit),
    exchanges: [exchange.seq],
  }));
  return outcomeOf(findings, readings.length);
};

export const remainingInRange: Rule = each(
  (exchange) =>
    isOfService(exchange) && readRate(exchange).remaining !== undefined && readRate(exchange).limit !== undefined,
  (exchange) => {
    const { limit = 0, remaining = 0 } = readRate(exchange);
    return remaining < 0 || remaining > limit
      ? {
          message: `${describe(exchange)}: ${HEADERS.remaining}`,
          expected: `from 0 to ${limit}`,
          actual: String(remaining),
        }
      : undefined;
  },
);

/** IETF RateLimit fields beside the required ones. */
export const draftHeaders: Rule = (evidence) => {
  if (evidence.length === 0) return undecided('no answer was seen');
  const names = new Set(
    evidence.flatMap(({ received }) =>
      received.headers
        .map(([name]) => name.toLowerCase())
        .filter((name) => /^ratelimit(-(policy|limit|remaining|reset))?$/.test(name)),
    ),
  );
  return observed([...names].sort(), evidence.length);
};
