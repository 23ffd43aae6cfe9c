import { secondsUntil } from '../../../src/reference/limiter.ts';
import { countTo, keepQuota, redecide } from '../changes/requota.ts';
import { everyNth } from '../changes/reshape.ts';
import { each, faults } from '../table.ts';

const SPAN_MS = 5000;
const SPIKE = 20;

/** Faults in how many requests a window admits. */
export const quotaFaults = faults({
  ...each(
    {
      'one-too-many': ['Admits one request too many', (limit) => limit + 1],
      'twice-the-limit': ['Admits twice the limit that it sends', (limit) => 2 * limit],
      'burst-allowance': ['Admits 20 % above the limit as a burst', (limit) => 1.2 * limit],
      'limit-of-the-next-plan': ['Admits the limit of the next plan, but sends its own limit', (limit) => 5 * limit],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof countTo>[0]]>>,
    ([title, change]) => ({ title, breaks: ['limit.rejects-excess'], apply: countTo(change) }),
  ),
  'keeps-a-smaller-limit': {
    title: "Applies a limit one below the plan's, and sends it",
    breaks: ['limit.admits-plan'],
    apply: keepQuota((quota) => ({ ...quota, limit: quota.limit - 1 })),
  },
  'last-request-refused': {
    title: 'Refuses the last request of the limit while one remains',
    breaks: ['limit.admits-plan', 'limit.remaining-zero'],
    apply: countTo((limit) => limit - 1, 1),
  },
  'half-of-what-it-shows': {
    title: 'Admits half of the limit that it sends',
    breaks: ['limit.admits-plan'],
    apply: countTo((limit) => limit / 2),
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
