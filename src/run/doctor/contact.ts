import { headerValue, isAnswered, parseHttpDate, type Trace } from '../../exchange/index.ts';
import { setUpMistake } from '../../judge/checks/set-up.ts';
import { clockOffset } from '../../result/clock-offset.ts';
import { HEADERS } from '../../spec/headers.ts';
import { mistake, type SetUpMistake } from '../../text/mistakes.ts';
import { bad, type Line, ok, warn } from './line.ts';

/** The results of the first contact: service, key, plan, window and clock. */
export function contactLines(trace: Trace): Line[] {
  const found = setUpMistake(trace);
  if (found !== undefined) return [fromMistake(found)];
  const exchange = trace.exchanges.find(isAnswered);
  if (exchange === undefined) return [bad('service', 'it was not tried', 'Run storecheck doctor again.')];
  const { plan } = trace.head.settings;
  const { status, headers, at } = exchange.received;
  if (status === 401) return [fromMistake(mistake('wrong-key', { plan }))];
  if (status !== 200) return [fromMistake(mistake('first-request-refused', { plan, status }))];
  const took = Math.round(at - exchange.sent.at);
  return [
    ok('service', `returned ${status} in ${took} ms and accepts the ${plan} key`),
    planLine(trace, headerValue(headers, HEADERS.limit), headerValue(headers, HEADERS.remaining)),
    windowLine(trace, headerValue(headers, HEADERS.reset), headerValue(headers, HEADERS.date)),
    clockLine(trace),
  ];
}

const fromMistake = ({ message, fix }: SetUpMistake) => bad('service', message, fix);

function planLine({ head }: Trace, limit: string | undefined, remaining: string | undefined): Line {
  const { plan, perMinute, perDay } = head.settings;
  if (limit === String(perMinute) || limit === String(perDay))
    return ok('plan', `${plan}: X-RateLimit-Limit is ${limit}, ${remaining ?? 'an unknown number'} remaining`);
  return warn(
    'plan',
    `X-RateLimit-Limit is ${limit ?? 'missing'}, but ${plan} has ${perMinute} requests/min and ${perDay} per day`,
    'Check that the key belongs to this plan. storecheck check judges the header (rate.limit-matches-plan).',
  );
}

/** Seconds until Reset, by the server's clock. */
function windowLine({ head }: Trace, reset: string | undefined, date: string | undefined): Line {
  const { windowSeconds } = head.settings;
  const now = parseHttpDate(date ?? '');
  const left = now === undefined || reset === undefined ? Number.NaN : Number(reset) - now / 1000;
  if (left >= -1 && left <= windowSeconds + 2)
    return ok('window', `resets in ${Math.max(0, Math.ceil(left))} s, within the expected ${windowSeconds} s`);
  return warn(
    'window',
    `X-RateLimit-Reset is ${reset ?? 'missing'} and Date is ${date ?? 'missing'}: not within the expected ${windowSeconds} s`,
    'If this deployment has another window, use --window SECONDS. Otherwise storecheck check judges it (rate.reset-in-window).',
  );
}

const CLOCK_SECONDS = 2;

function clockLine({ exchanges }: Trace): Line {
  const offset = clockOffset(exchanges);
  if (offset === null)
    return warn('clock', 'the service sends no Date', 'Reset can only be compared with the clock of this machine.');
  const far = offset.from > CLOCK_SECONDS || offset.to < -CLOCK_SECONDS;
  const text = `the server's clock differs by ${offset.from.toFixed(1)} s to ${offset.to.toFixed(1)} s from this machine's`;
  return far
    ? warn('clock', text, 'One of the two clocks is wrong. Verdicts use the server’s clock.')
    : ok('clock', text);
}
