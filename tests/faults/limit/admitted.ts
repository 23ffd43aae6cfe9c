import type { Change } from '../../../src/reference/behaviour.ts';
import { secondsUntil } from '../../../src/reference/limiter.ts';
import type { LimitRequirementId } from '../../../src/spec/requirements/limit.ts';
import { redecide, withPolicy } from '../changes/limiter.ts';
import { everyNth } from '../changes/reshape.ts';
import { each, faultTable } from '../table.ts';

const SPAN_MS = 5000;
const SPIKE = 20;

/** The limiter admits another number than its responses count down from. `whenRefused`: the Remaining of a refusal. */
const countTo =
  (change: (limit: number) => number, whenRefused = 0): Change =>
  (base) => ({
    minuteLimiter: (policy) => {
      const limiter = base.minuteLimiter({ ...policy, limit: change(policy.limit) });
      return (key, nowMs, cost) => {
        const decision = limiter(key, nowMs, cost);
        const left = Math.max(0, decision.remaining + policy.limit - decision.limit);
        return { ...decision, limit: policy.limit, remaining: decision.admitted ? left : whenRefused };
      };
    },
  });

/** Faults in how many requests a window admits. */
export const admittedFaults = faultTable({
  ...each(
    {
      'one-too-many': ['limit.rejects-excess', 'one request more than', (limit) => limit + 1],
      'twice-the-limit': ['limit.rejects-excess', 'twice', (limit) => 2 * limit],
      'one-too-few': ['limit.admits-plan', 'one request less than', (limit) => limit - 1],
      'half-of-what-it-shows': ['limit.admits-plan', 'half of', (limit) => limit / 2],
    } satisfies Readonly<Record<string, readonly [LimitRequirementId, string, Parameters<typeof countTo>[0]]>>,
    ([broken, much, change]) => ({
      title: `Admits ${much} the limit that it sends`,
      breaks: [broken],
      apply: countTo(change),
    }),
  ),
  'keeps-a-smaller-limit': {
    title: "Applies a limit one below the plan's, and sends it",
    breaks: ['limit.admits-plan'],
    apply: withPolicy((policy) => ({ ...policy, limit: policy.limit - 1 })),
  },
  'last-request-refused': {
    title: 'Refuses the last request of the limit while one remains',
    breaks: ['limit.admits-plan', 'limit.remaining-zero'],
    apply: countTo((limit) => limit - 1, 1),
  },
  'every-key-is-free': {
    title: "Admits the Free limit for every plan, but sends the plan's limit",
    needs: { plan: 'pro' },
    breaks: ['limit.admits-plan'],
    apply: (base) => countTo((limit) => Math.min(limit, base.allowances.free.perMinute))(base),
  },
  'spike-arrest': {
    title: 'Refuses more than 20 requests in 5 s, far below the limit',
    breaks: ['limit.admits-plan', 'limit.remaining-zero'],
    apply: (base) => {
      const recent = new Map<string, number[]>();
      return redecide((decision, { key, nowMs }) => {
        const before = (recent.get(key) ?? []).filter((at) => at > nowMs - SPAN_MS);
        const spike = decision.admitted && before.length >= SPIKE;
        recent.set(key, spike ? before : [...before, nowMs]);
        const retryAfterSeconds = secondsUntil((before[0] ?? nowMs) + SPAN_MS, nowMs);
        return spike ? { ...decision, admitted: false, retryAfterSeconds } : decision;
      })(base);
    },
  },
  'every-second-one-above': {
    title: 'Admits every second request above the limit',
    breaks: ['limit.rejects-excess'],
    follows: ['limit.all-operations'],
    apply: (base) => {
      const second = everyNth(2);
      return redecide((decision) => (decision.admitted || !second() ? decision : { ...decision, admitted: true }))(
        base,
      );
    },
  },
});
