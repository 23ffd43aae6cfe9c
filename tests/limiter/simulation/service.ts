import type { KeyLabel } from '../../../src/exchange/records/types.ts';
import type { Decision, Limiter } from '../../../src/reference/limiter.ts';

/** How a service states its decisions. The specification allows all of these. */
export interface Wording {
  readonly remaining: 'after' | 'before';
  /** 'next' adds a second to 'floor'. */
  readonly reset: 'floor' | 'round' | 'ceil' | 'jitter' | 'next';
  readonly retryAfter: 'seconds' | 'padded' | 'date' | 'padded-date' | 'until-full';
  /** 'two': responses come in turns from two nodes, whose Date headers are 3 s apart. */
  readonly date: 'one' | 'two' | 'none';
}

/** Header names as k6 gives them. */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type Operation = 'listPets' | 'createPet' | 'getPet';

/** Answers a request at a moment of the service's clock. */
export type Service = (now: number, operation: Operation, key: KeyLabel) => Reply;

const REFUSED = { status: 429, body: '{"code":"rate_limited","message":"Too many requests","status":429}' } as const;

const ADMITTED = {
  listPets: { status: 200, body: null },
  createPet: { status: 400, body: '{"code":"invalid","message":"no name","status":400}' },
  getPet: { status: 404, body: '{"code":"not_found","message":"no such animal","status":404}' },
} as const satisfies Record<Operation, unknown>;

export function serviceOf(limiter: Limiter, wording: Wording, random: () => number): Service {
  let ahead = 0;
  return (now, operation, key) => {
    const decision = limiter(key, now);
    const headers = headersOf(now + ahead, decision, wording, random);
    if (wording.date === 'two') ahead = 3_000 - ahead;
    if (decision.admitted) return { ...ADMITTED[operation], headers };
    const freeAt = now + decision.retryAfterSeconds * 1_000;
    const over = wording.retryAfter === 'until-full' ? Math.max(decision.resetAtMs, freeAt) : freeAt;
    return { ...REFUSED, headers: { ...headers, 'Retry-After': retryAfter(now, over, wording) } };
  };
}

function headersOf(date: number, decision: Decision, wording: Wording, random: () => number): Record<string, string> {
  const shown = decision.remaining + (decision.admitted && wording.remaining === 'before' ? 1 : 0);
  return {
    'X-Ratelimit-Limit': String(decision.limit),
    'X-Ratelimit-Remaining': String(shown),
    'X-Ratelimit-Reset': String(rounded(decision.resetAtMs / 1_000, wording.reset, random)),
    ...(wording.date === 'none' ? {} : { Date: new Date(date).toUTCString() }),
    'Content-Type': 'application/json',
  };
}

function rounded(seconds: number, how: Wording['reset'], random: () => number): number {
  if (how === 'next') return Math.floor(seconds) + 1;
  if (how === 'jitter') return random() < 0.5 ? Math.floor(seconds) : Math.ceil(seconds);
  return Math[how](seconds);
}

function retryAfter(now: number, freeAt: number, wording: Wording): string {
  const pad = wording.retryAfter.startsWith('padded') ? 1 : 0;
  if (wording.retryAfter.endsWith('date')) return new Date((Math.ceil(freeAt / 1_000) + pad) * 1_000).toUTCString();
  return String(Math.max(1, Math.ceil((freeAt - now) / 1_000)) + pad);
}
