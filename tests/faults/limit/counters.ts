import type { Behaviour, Change } from '../../../src/reference/behaviour.ts';
import { type Limiter, type LimiterFactory, secondsUntil } from '../../../src/reference/limiter.ts';
import { countBy, exempt, redecide } from '../changes/limiter.ts';
import { losing } from '../changes/losing.ts';
import { each, faultTable } from '../table.ts';

/** From the first refusal of a key until its window ends, all keys with the same limit are refused. */
const refusedTogether: Change = (base) => {
  const exhausted = new Map<number, number>();
  return redecide((decision, { policy, nowMs }) => {
    const until = exhausted.get(policy.limit) ?? 0;
    if (!decision.admitted) exhausted.set(policy.limit, Math.max(until, decision.resetAtMs));
    if (!decision.admitted || nowMs >= until) return decision;
    return { ...decision, admitted: false, retryAfterSeconds: secondsUntil(until, nowMs) };
  })(base);
};

/** One counter for all plans, each of which applies its own limit to it. */
function countedTogether(base: Behaviour): LimiterFactory {
  let counter: Limiter | undefined;
  return ({ limit, windowMs }) => {
    const shared = counter ?? base.minuteLimiter({ limit: Number.MAX_SAFE_INTEGER, windowMs });
    counter = shared;
    return (key, nowMs, cost = 1) => {
      const before = Number.MAX_SAFE_INTEGER - shared(key, nowMs, 0).remaining;
      const admitted = before + cost <= limit;
      const { resetAtMs } = shared(key, nowMs, admitted ? cost : 0);
      const remaining = Math.max(0, limit - before - (admitted ? cost : 0));
      return {
        admitted,
        limit,
        remaining,
        resetAtMs,
        retryAfterSeconds: admitted ? 0 : secondsUntil(resetAtMs, nowMs),
      };
    };
  };
}

/** Faults in the counters: races, shared or separate counters, operations that are never refused. */
export const counterFaults = faultTable({
  'race-before-counting': {
    title: 'Reads the counter and increments it 300 ms later',
    breaks: ['limit.rejects-excess'],
    apply: () => ({ minuteLimiter: losing(300) }),
  },
  'two-nodes': {
    title: 'Balances connections over two nodes without a shared counter',
    breaks: ['limit.rejects-excess'],
    // The other node may admit the operations.
    follows: ['limit.all-operations'],
    apply: countBy((name, request) => `${request.connection % 2}:${name}`),
  },
  'counter-per-connection': {
    title: 'Counts each connection separately',
    breaks: ['limit.rejects-excess'],
    apply: countBy((name, request) => `${request.connection}:${name}`),
  },
  'limit-per-operation': {
    title: 'Applies a separate limit to each operation',
    breaks: ['limit.all-operations'],
    apply: countBy((name, request) => `${request.operation}:${name}`),
  },
  'plans-share-a-counter': {
    title: 'Counts the keys of all plans by IP address',
    breaks: ['limit.keys-independent'],
    apply: (base) => ({ ...countBy((_, request) => request.remote)(base), minuteLimiter: countedTogether(base) }),
  },
  'refuses-all-keys-of-a-plan': {
    title: 'Refuses all keys of a plan while one of them is exhausted',
    breaks: ['limit.keys-independent'],
    apply: refusedTogether,
  },
  'get-has-own-counter': {
    title: 'Counts GET /pets/{id} separately',
    breaks: ['limit.all-operations'],
    follows: ['rate.counts-every-operation'],
    apply: countBy((name, request) => (request.operation === 'get' ? `get:${name}` : name)),
  },
  ...each({ 'create-never-refused': 'create', 'get-never-refused': 'get' }, (operation) => ({
    title: `Never refuses the operation ${operation}`,
    breaks: ['limit.all-operations'],
    apply: exempt(operation),
  })),
});
