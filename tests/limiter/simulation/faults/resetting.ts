import { type History, limiterOf, quotaOf, type Setting, serviceWith } from '../history.ts';
import { slidingCounter } from '../limiters.ts';
import type { Service } from '../service.ts';
import { calm, changed, type Fault, header, headerOf, statusOf } from './fault.ts';

const reset =
  (value: (seconds: number, setting: Setting, now: number) => string) =>
  (setting: Setting): Service =>
    changed(setting, (reply, _random, now) =>
      header(reply, 'X-Ratelimit-Reset', (text) => value(Number(text), setting, now)),
    );

/** Seconds that neither rounding nor latency can explain. */
const shift = (setting: Setting): number =>
  Math.max(5, Math.ceil(setting.windowSeconds / 4)) + Math.ceil((2 * (setting.base + setting.jitter)) / 1_000);

/** False if the clock of a service without `Date` is wrong by the same: then Reset is true by ours. The judge tolerates an eighth of a window. */
const isWrong = (setting: Setting, seconds: number): boolean =>
  setting.wording.date !== 'none' ||
  Math.abs(setting.offset + seconds * 1_000) > blur(setting) + setting.windowSeconds * 125;

/** The Reset of the last refusal, in milliseconds on the client's clock. */
function named(setting: Setting, { experiment }: History): number | undefined {
  const refusal = experiment.exchanges.filter((exchange) => statusOf(exchange) === 429).at(-1);
  return refusal && Number(headerOf(refusal, 'X-Ratelimit-Reset')) * 1_000 - setting.offset;
}

const blur = (setting: Setting): number => 3_000 + 4 * (setting.base + setting.jitter);

/**
 * False if Reset happens to be the moment at which the oldest request leaves a rolling window, and the quota of that window was back.
 * That is a legal Reset.
 */
function unlikeRolling(setting: Setting, history: History): boolean {
  const { exchanges, key } = history.experiment;
  const own = exchanges.filter((exchange) => exchange.key === key);
  const first = own.filter(({ phase }) => phase === 'calibrate').at(-1);
  const probe = own.find(({ phase }) => phase === 'recovery-reset');
  const at = named(setting, history);
  if (first === undefined || at === undefined || probe === undefined) return false;
  const windowMs = setting.windowSeconds * 1_000;
  if (Math.abs(at - first.sent.at - windowMs) > blur(setting)) return true;
  const inWindow = own.filter(
    ({ sent, received }) => received.at >= probe.sent.at - windowMs && sent.at < probe.received.at,
  );
  return Number(headerOf(probe, 'X-Ratelimit-Remaining') ?? 0) < setting.limit - inWindow.length;
}

/**
 * False if Reset happens to be the moment at which the newest request leaves a rolling window, or at which steps of another phase have
 * filled a bucket. Both are legal.
 */
function afterTheNewestLeaves(setting: Setting, history: History): boolean {
  if (!['log, oldest', 'log of cells', 'steps'].includes(setting.kind)) return true;
  const { exchanges } = history.experiment;
  const served = exchanges.filter((exchange) => exchange.phase === 'burst' && statusOf(exchange) === 200);
  const newest = Math.max(...served.map(({ sent }) => sent.at)) + setting.windowSeconds * 1_000;
  // The judge tolerates the cells of a sliding counter: an eighth of a window.
  return (named(setting, history) ?? 0) > newest + blur(setting) + setting.windowSeconds * 125;
}

/** The next window opens earlier than Reset and Retry-After say. */
const opensEarly = (part: number): Fault => ({
  name: `opens at ${part} of the window`,
  breaks: 'limit.reset-true',
  service: (setting) => {
    const { windowMs } = quotaOf(setting);
    const limiter = limiterOf(setting, { windowMs: part * windowMs });
    return serviceWith(setting, (now) => {
      const decision = limiter(now);
      const resetAt = decision.resetAt + (1 - part) * windowMs;
      return { ...decision, resetAt, freeAt: resetAt };
    });
  },
  kinds: ['fixed from first', 'fixed on clock'],
  setting: calm,
});

export const RESETTING_FAULTS: readonly Fault[] = [
  {
    name: 'Reset too early',
    breaks: 'limit.reset-true',
    service: reset((at, setting) => String(at - shift(setting))),
    shows: (setting, history) =>
      isWrong(setting, -shift(setting)) && (setting.kind.startsWith('fixed') || unlikeRolling(setting, history)),
  },
  {
    name: 'Reset too late',
    breaks: 'limit.reset-true',
    service: reset((at, setting) => String(at + shift(setting))),
    shows: (setting, history) => isWrong(setting, shift(setting)) && afterTheNewestLeaves(setting, history),
  },
  {
    name: 'Reset a delta',
    breaks: 'limit.reset-true',
    service: reset((at, _setting, now) => String(Math.max(0, Math.ceil(at - now / 1_000)))),
  },
  { name: 'Reset in milliseconds', breaks: 'limit.reset-true', service: reset((at) => String(at * 1_000)) },
  { name: 'Reset 0', breaks: 'limit.reset-true', service: reset(() => '0') },
  {
    name: 'Reset the end of the grid',
    breaks: 'limit.reset-true',
    service: (setting) => serviceWith(setting, slidingCounter(quotaOf(setting), 'grid')),
    kinds: ['counter'],
    shows: unlikeRolling,
    // If Retry-After names that moment too, limit.retry-after-sufficient reports the fault.
    setting: (setting) => ({ ...setting, wording: { ...setting.wording, retryAfter: 'seconds' } }),
  },
  ...[0.55, 0.8, 0.9].map(opensEarly),
];
