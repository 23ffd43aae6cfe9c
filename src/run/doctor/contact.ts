import { headerValue, isAnswered, parseHttpDate, type Trace } from '../../exchange/index.ts';
import { setUpMistake } from '../../judge/checks/set-up.ts';
import { clockOffset } from '../../result/clock-offset.ts';
import { HEADERS } from '../../spec/headers.ts';
import { bad, type Line, ok, warn } from './line.ts';

/** What the first contact tells: reached, key accepted, plan, window, clock. */
export function contactLines(trace: Trace): Line[] {
  const mistake = setUpMistake(trace);
  if (mistake !== undefined) return [bad('service', mistake.message, mistake.fix)];
  const exchange = trace.exchanges.find(isAnswered);
  if (exchange === undefined)
    return [
      bad(
        'service',
        `no answer from ${trace.head.target.baseUrl}`,
        'Is the service up, and may this machine reach it?',
      ),
    ];
  const { status, headers, at } = exchange.received;
  if (status !== 200)
    return [
      bad(
        'service',
        `GET ${exchange.sent.path} with the ${trace.head.settings.plan} key is answered ${status}`,
        status === 401
          ? 'Check the key: is it for this environment, whole, and still valid?'
          : 'storecheck check tells more.',
      ),
    ];
  const took = Math.round(at - exchange.sent.at);
  return [
    ok('service', `answers ${status} in ${took} ms; the ${trace.head.settings.plan} key is accepted`),
    planLine(trace, headerValue(headers, HEADERS.limit), headerValue(headers, HEADERS.remaining)),
    windowLine(trace, headerValue(headers, HEADERS.reset), headerValue(headers, HEADERS.date)),
    clockLine(trace),
  ];
}

function planLine({ head }: Trace, limit: string | undefined, remaining: string | undefined): Line {
  const { plan, perMinute, perDay } = head.settings;
  if (limit === String(perMinute) || limit === String(perDay))
    return ok('plan', `${plan}: X-RateLimit-Limit is ${limit}, ${remaining ?? 'an unknown number'} left`);
  return warn(
    'plan',
    `X-RateLimit-Limit is ${limit ?? 'missing'}; ${plan} has ${perMinute} a minute and ${perDay} a day`,
    'Is it the key of that plan? storecheck check judges the header (rate.limit-matches-plan).',
  );
}

/** Seconds until Reset by the server's own clock. */
function windowLine({ head }: Trace, reset: string | undefined, date: string | undefined): Line {
  const { windowSeconds } = head.settings;
  const now = parseHttpDate(date ?? '');
  const left = now === undefined || reset === undefined ? Number.NaN : Number(reset) - now / 1000;
  if (left >= -1 && left <= windowSeconds + 2)
    return ok('window', `resets in ${Math.max(0, Math.ceil(left))} s; ${windowSeconds} s are expected`);
  return warn(
    'window',
    `X-RateLimit-Reset is ${reset ?? 'missing'}, Date is ${date ?? 'missing'}: not within the ${windowSeconds} s that are expected`,
    'A test deployment may have another window: --window SECONDS. Else storecheck check judges it (rate.reset-in-window).',
  );
}

const CLOCK_SECONDS = 2;

function clockLine({ exchanges }: Trace): Line {
  const offset = clockOffset(exchanges);
  if (offset === null)
    return warn('clock', 'the service sends no Date', 'Reset can then be judged by this machine’s clock only.');
  const far = offset.from > CLOCK_SECONDS || offset.to < -CLOCK_SECONDS;
  const text = `the server's clock is between ${offset.from.toFixed(1)} s and ${offset.to.toFixed(1)} s off this one`;
  return far
    ? warn('clock', text, 'One of the two clocks is wrong; verdicts go by the server’s own.')
    : ok('clock', text);
}
