import { type Change, problemReply, type RateValues } from '../../../src/reference/behaviour.ts';
import { type Decision, type Policy, secondsUntil } from '../../../src/reference/limiter.ts';
import type { Header, Operation, Request } from '../../../src/reference/message.ts';
import type { Tally, Tier } from '../../../src/reference/meter.ts';
import { after } from './after.ts';

/** The key and time of a decision, and the limit with its window. */
export interface Moment {
  readonly key: string;
  readonly policy: Policy;
  readonly nowMs: number;
}

/** Changes every decision about the minute's limit. */
export const redecide = (change: (decision: Decision, moment: Moment) => Decision): Change =>
  after(
    'minuteLimiter',
    (limiter, _, policy) => (key, nowMs, cost) => change(limiter(key, nowMs, cost), { key, policy, nowMs }),
  );

/** How long a refused key stays blocked, and the end of the wait that is announced. */
interface Block {
  readonly until: number;
  readonly stated: number;
}

/** Each refusal blocks the key. `before`: the block that is not over yet. */
export const blockAfter =
  (block: (moment: Moment, before: Block | undefined, resetAtMs: number) => Block): Change =>
  (base) => {
    const blocks = new Map<string, Block>();
    return redecide((decision, moment) => {
      const { key, nowMs } = moment;
      const known = blocks.get(key);
      const before = known !== undefined && nowMs < known.until ? known : undefined;
      if (decision.admitted && before === undefined) return decision;
      const next = block(moment, before, decision.resetAtMs);
      blocks.set(key, next);
      const retryAfterSeconds = secondsUntil(next.stated, nowMs);
      return { ...decision, admitted: false, remaining: 0, resetAtMs: next.stated, retryAfterSeconds };
    })(base);
  };

/** The limiter applies another limit or window, and sends it. */
export const withPolicy =
  (change: (policy: Policy) => Policy): Change =>
  (base) => ({ minuteLimiter: (policy) => base.minuteLimiter(change(policy)) });

export const countBy = (rename: (name: string, request: Request, tier: Tier) => string): Change =>
  after('counter', ({ tier, name }, _, request) => ({ tier, name: rename(name, request, tier) }));

/** Admits one operation although the limit is exhausted. */
export const exempt = (operation: Operation): Change =>
  after('tooMany', (refusal, _base, _tally, request, service) =>
    request.operation === operation ? service.behaviour[operation](request, service) : refusal,
  );

/** Another status than 429, with the same headers. */
export const refuseWith = (status: number, code: string): Change =>
  after('tooMany', ({ headers }, _base, _tally, request, { behaviour }) =>
    problemReply(behaviour, request, { status, code, message: 'Not now.', headers }),
  );

/** The value of Retry-After, from the milliseconds until the window ends. */
export const sayWait = (say: (waitMs: number, nowMs: number) => string): Change =>
  after('tooMany', (refusal, _base, { governing }, _request, { behaviour }) => {
    const now = behaviour.now();
    const others = refusal.headers.filter(([name]) => name !== 'Retry-After');
    const wait: Header = ['Retry-After', say(governing.resetAtMs - now, now)];
    return { ...refusal, headers: [...others, wait] };
  });

/** Changes the values of the rate headers. */
export const restate = (change: (values: RateValues, tally: Tally, request: Request) => Partial<RateValues>): Change =>
  after('rateValues', (values, _, tally, request) => ({ ...values, ...change(values, tally, request) }));
