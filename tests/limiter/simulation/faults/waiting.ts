import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { type History, limiterOf, type Setting, serviceWith } from '../history.ts';
import type { Limiter } from '../limiters.ts';
import type { Random } from '../random.ts';
import type { Service } from '../service.ts';
import { type Fault, header, headerOf, refusals, statusOf, WINDOWS } from './fault.ts';

const waitMs = (text: string, now: number): number =>
  /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;

const retryAfter = (value: (wait: number, now: number, random: Random) => string | undefined) =>
  refusals((reply, random, now) => header(reply, 'Retry-After', (text) => value(waitMs(text, now), now, random)));

/** The service refused the probe at the end of the last wait, and no other request of the experiment took its slot. */
const refusedAgain = (_setting: Setting, { experiment }: History): boolean => {
  const probe = experiment.exchanges.find(({ phase }) => phase === 'recovery-retry-after');
  if (probe === undefined || statusOf(probe) !== 429) return false;
  const before = experiment.exchanges.filter(
    ({ key, received }) => key === experiment.key && received.at <= probe.sent.at,
  );
  const due = (refusal: Exchange) => refusal.received.at + 1_000 * Number(headerOf(refusal, 'Retry-After'));
  if (before.some((other) => statusOf(other) === 429 && due(other) > probe.sent.at)) return false;
  const last = Math.max(0, ...before.filter((other) => statusOf(other) === 429).map(({ sent }) => sent.at));
  return before.every((other) => other.received.at <= last || statusOf(other) === 429);
};

const seconds = (setting: Setting): Setting => ({ ...setting, wording: { ...setting.wording, retryAfter: 'seconds' } });

/** Sends the limiter's wait rounded down. */
function floored(setting: Setting): Service {
  const limiter = limiterOf(setting);
  let free = 0;
  const watched: Limiter = (now) => {
    const decision = limiter(now);
    free = decision.freeAt - now;
    return decision;
  };
  const legal = serviceWith(setting, watched);
  return (now, operation, key) => {
    const reply = legal(now, operation, key);
    return reply?.status === 429 ? header(reply, 'Retry-After', () => String(Math.floor(free / 1_000))) : reply;
  };
}

const short = (name: string, service: Fault['service'], more: Partial<Fault> = {}): Fault => ({
  name,
  breaks: 'limit.retry-after-sufficient',
  service,
  shows: refusedAgain,
  setting: seconds,
  ...more,
});

export const WAITING_FAULTS: readonly Fault[] = [
  { name: 'no Retry-After', breaks: 'limit.retry-after-present', service: retryAfter(() => undefined) },
  short('Retry-After floored', floored),
  short(
    'Retry-After 0',
    retryAfter(() => '0'),
  ),
  short(
    'Retry-After 1',
    retryAfter(() => '1'),
    { kinds: WINDOWS },
  ),
  short(
    'Retry-After half of the wait',
    retryAfter((wait) => String(Math.ceil(wait / 2_000))),
    { kinds: WINDOWS },
  ),
  {
    name: 'Retry-After in milliseconds',
    breaks: 'limit.retry-after-unit',
    service: retryAfter((wait, _now, random) => String(Math.round(wait - 1_000 * random()))),
    setting: seconds,
  },
  {
    name: 'Retry-After a timestamp',
    breaks: 'limit.retry-after-unit',
    service: retryAfter((wait, now) => String(Math.ceil((now + wait) / 1_000))),
    setting: seconds,
  },
  { name: 'Retry-After negative', breaks: 'limit.retry-after-syntax', service: retryAfter(() => '-1') },
  {
    name: 'Retry-After a fraction',
    breaks: 'limit.retry-after-syntax',
    service: retryAfter((wait) => (wait / 1_000 + 0.25).toFixed(3)),
  },
  {
    name: 'Retry-After in UTC',
    breaks: 'limit.retry-after-syntax',
    service: retryAfter((wait, now) => new Date(now + wait).toUTCString().replace('GMT', 'UTC')),
  },
];
