import { type Answered, headerValue, isAnswered } from '../exchange/exchange.ts';
import { parseHttpDate } from '../exchange/http-date.ts';
import type { Trace } from '../exchange/trace.ts';
import { dayUsedUp } from '../judge/checks/day-used-up.ts';
import { setUpMistake, wrongKey } from '../judge/checks/set-up.ts';
import { clockOffset, offsetWords } from '../result/clock-offset.ts';
import { explanation } from '../rules/rule.ts';
import { HEADERS } from '../spec/headers.ts';
import { type DoctorLine, doctorLine } from '../text/doctor.ts';
import { mistake, type SetUpMistake } from '../text/mistakes.ts';
import { nested } from '../text/template.ts';

/** The results of the first contact: service, key, plan, window and clock. */
export function contactLines(trace: Trace): DoctorLine[] {
  const found = setUpMistake(trace);
  if (found !== undefined) return [fromMistake(found)];
  const exchange = trace.exchanges.find(isAnswered);
  if (exchange === undefined) return [doctorLine('service-not-tried', {})];
  const { plan, windowSeconds } = trace.head.settings;
  const { status, headers, at } = exchange.received;
  if (status === 401) return [fromMistake(wrongKey(trace.head.settings, exchange))];
  const day = dayUsedUp(exchange, trace.head.settings);
  if (day !== undefined) return [doctorLine('key-day-used-up', { plan, problem: nested(day) })];
  if (status === 429) return [exhaustedLine(plan, headerValue(headers, HEADERS.retryAfter))];
  if (status === 404) return [fromMistake(mistake('not-found', { url: trace.head.target.baseUrl }))];
  if (status !== 200)
    return [fromMistake(mistake('first-request-refused', { plan, status, ...explanation(exchange) }))];
  const took = Math.round(at - exchange.sent.at);
  return [
    doctorLine('service', { status, took, plan }),
    planLine(trace, headerValue(headers, HEADERS.limit), headerValue(headers, HEADERS.remaining)),
    windowLine(exchange, windowSeconds),
    clockLine(trace),
  ];
}

function exhaustedLine(plan: string, retryAfter: string | undefined): DoctorLine {
  const wait = /^\d+$/.test(retryAfter ?? '') ? `in ${retryAfter} s` : 'when its window is over';
  return doctorLine('key-exhausted', { plan, wait });
}

const fromMistake = ({ message, fix }: SetUpMistake) => doctorLine('service-set-up', { mistake: message, fix });

function planLine({ head }: Trace, limit: string | undefined, remaining: string | undefined): DoctorLine {
  const { plan, perMinute, perDay } = head.settings;
  if (limit === String(perMinute) || limit === String(perDay))
    return doctorLine('plan', { plan, limit, remaining: remaining ?? 'an unknown number' });
  return doctorLine('plan-differs', { plan, limit: limit ?? 'missing', perMinute, perDay });
}

/** Seconds until Reset, by the server's clock, or by ours if the service sends no Date. */
function windowLine({ received }: Answered, window: number): DoctorLine {
  const reset = headerValue(received.headers, HEADERS.reset);
  const date = headerValue(received.headers, HEADERS.date);
  const now = date === undefined ? received.at : parseHttpDate(date);
  const left = now === undefined || reset === undefined ? Number.NaN : Number(reset) - now / 1000;
  const seconds = Math.max(0, Math.ceil(left));
  if (!(left >= -1 && left <= window + 2))
    return doctorLine('window-differs', { reset: reset ?? 'missing', date: date ?? 'missing', window });
  // A window that is aligned to the clock, or began earlier, can reset soon; so does a shorter one.
  if (left < window / 2) return doctorLine('window-possible', { seconds, window });
  return doctorLine('window', { seconds, window });
}

const CLOCK_SECONDS = 2;

function clockLine({ exchanges }: Trace): DoctorLine {
  const offset = clockOffset(exchanges);
  if (offset === null) return doctorLine('no-date', {});
  const isFar = offset.from > CLOCK_SECONDS || offset.to < -CLOCK_SECONDS;
  return doctorLine(isFar ? 'clock-differs' : 'clock', { comparison: offsetWords(offset) });
}
