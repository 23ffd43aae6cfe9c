import type { IncomingMessage, RequestListener } from 'node:http';
import type { Clock } from '../../src/io/io.ts';
import type { Variant } from '../../src/reference/behaviour.ts';
import { createService, keysOf, receive, respond } from '../../src/reference/server/start-server.ts';

/** Nothing counts, and no answer speaks of limits. Date is left to the framework too. */
const withoutLimiter: Variant = {
  id: 'without-limiter',
  title: 'the reference server with its own limiter taken out',
  apply: (base) => ({ ...base, cost: () => 0, rateHeaders: () => [], dateHeaders: () => [] }),
};

/** A complete Animal Store without a limiter: a published one stands before it. */
export type AnimalStore = ReturnType<typeof openStore>;

export function openStore(clock: Clock) {
  const service = createService({ variants: [withoutLimiter] }, clock);
  const { customers } = service;
  return {
    answer: async (incoming: IncomingMessage) => respond(await receive(incoming, 0, 0), service),
    /** Whether it brings a valid key. */
    knows: ({ headers: { authorization = '' } }: IncomingMessage) =>
      customers.some(({ key }) => authorization === `Bearer ${key}`),
    /** Two customers of the plan Free. */
    keys: [keysOf(customers, 0).free, keysOf(customers, 1).free] as const,
  };
}

/** Whom a limiter that stands before authentication counts a request for: the bearer token, valid or not, else the address. */
export function callerOf({ headers: { authorization = '' }, socket }: IncomingMessage): string {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? socket.remoteAddress ?? 'unknown';
}

/** The specification's Error body, for the limiters that can be told what to send. */
export const TOO_MANY = {
  code: 'rate_limited',
  message: 'The rate limit of your plan is exceeded. Wait for the time given in Retry-After.',
  status: 429,
} as const;

export interface Setting {
  readonly store: AnimalStore;
  /** N: requests per window, the same for every caller. */
  readonly limit: number;
  readonly windowMs: number;
}

/** By name: a published limiter before a whole Animal Store, configured as its user would. */
export type Targets = Readonly<Record<string, (setting: Setting) => RequestListener | Promise<RequestListener>>>;
