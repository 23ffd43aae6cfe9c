import type { HeaderLine } from '../../../src/exchange/exchange.ts';
import type { Decision, Limiter } from './limiters.ts';
import type { Random } from './random.ts';

/** How a service words its decisions: everything that the document leaves open. */
export interface Wording {
  readonly limit: number;
  readonly remaining: 'after' | 'before';
  readonly reset: 'floor' | 'round' | 'ceil' | 'jitter';
  readonly retryAfter: 'seconds' | 'padded' | 'date' | 'padded-date' | 'until-full';
}

export interface Reply {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: string | null;
}

export type Operation = 'listPets' | 'createPet' | 'getPet';

/** Answers a request that is decided at a moment of the server's clock; null: no answer is ever sent. */
export type Service = (now: number, operation: Operation, second: boolean) => Reply | null;

export const ERROR_429 = '{"code":"rate_limited","message":"Too many requests","status":429}';
const ERRORS = {
  createPet: [400, '{"code":"invalid","message":"no name","status":400}'],
  getPet: [404, '{"code":"not_found","message":"no such animal","status":404}'],
} as const;

export function service(own: Limiter, second: Limiter, wording: Wording, random: Random): Service {
  return (now, operation, isSecond) => {
    const decision = (isSecond ? second : own)(now);
    return decision.admitted
      ? admitted(now, operation, decision, wording, random)
      : refused(now, decision, wording, random);
  };
}

function admitted(now: number, operation: Operation, decision: Decision, wording: Wording, random: Random): Reply {
  const headers = common(now, decision, wording, random);
  if (operation === 'listPets') return { status: 200, headers, body: null };
  const [status, body] = ERRORS[operation];
  return { status, headers, body };
}

function refused(now: number, decision: Decision, wording: Wording, random: Random): Reply {
  const over = wording.retryAfter === 'until-full' ? decision.resetAt : decision.freeAt;
  return {
    status: 429,
    headers: [...common(now, decision, wording, random), ['Retry-After', retryAfter(now, over, wording)]],
    body: ERROR_429,
  };
}

function common(
  now: number,
  { admitted: served, remaining, resetAt }: Decision,
  wording: Wording,
  random: Random,
): HeaderLine[] {
  const shown = served && wording.remaining === 'before' ? remaining + 1 : remaining;
  return [
    ['X-Ratelimit-Limit', String(wording.limit)],
    ['X-Ratelimit-Remaining', String(shown)],
    ['X-Ratelimit-Reset', String(rounded(resetAt / 1_000, wording.reset, random))],
    ['Date', new Date(now).toUTCString()],
    ['Content-Type', 'application/json'],
  ];
}

function rounded(seconds: number, how: Wording['reset'], random: Random): number {
  if (how === 'jitter') return random() < 0.5 ? Math.floor(seconds) : Math.ceil(seconds);
  return Math[how](seconds);
}

export function retryAfter(now: number, freeAt: number, wording: Wording): string {
  const pad = wording.retryAfter.startsWith('padded') ? 1 : 0;
  if (wording.retryAfter.endsWith('date')) return new Date((Math.ceil(freeAt / 1_000) + pad) * 1_000).toUTCString();
  return String(Math.max(1, Math.ceil((freeAt - now) / 1_000)) + pad);
}
