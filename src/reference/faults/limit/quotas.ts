import { secondsUntil } from '../../limiters/limiter.ts';
import { countTo, keepQuota, redecide } from '../../requota.ts';
import { everyNth } from '../../reshape.ts';
import { faults } from '../../variant.ts';

const SPAN_MS = 5000;
const SPIKE = 20;

/** Faults in how many requests a window admits. */
export const quotaFaults = faults({
  'one-too-many': {
    title: 'Admits one request too many',
    breaks: ['limit.rejects-excess'],
    apply: (base) => countTo(base, (limit) => limit + 1),
  },
  'twice-the-limit': {
    title: 'Admits twice the limit that it shows',
    breaks: ['limit.rejects-excess'],
    apply: (base) => countTo(base, (limit) => 2 * limit),
  },
  'burst-allowance': {
    title: 'Lets a fifth more through as a burst',
    breaks: ['limit.rejects-excess'],
    apply: (base) => countTo(base, (limit) => 1.2 * limit),
  },
  'limit-of-the-next-plan': {
    title: 'Admits what the next plan grants, while it shows its own limit',
    breaks: ['limit.rejects-excess'],
    apply: (base) => countTo(base, (limit) => 5 * limit),
  },
  'never-refuses': {
    title: 'Shows the limit, and lets everything through',
    breaks: ['limit.rejects-excess'],
    apply: (base) => redecide(base, (decision) => ({ ...decision, admitted: true })),
  },
  'keeps-a-smaller-limit': {
    title: 'Keeps a limit one below the one of the plan, and shows it',
    breaks: ['limit.admits-plan'],
    apply: (base) => keepQuota(base, (quota) => ({ ...quota, limit: quota.limit - 1 })),
  },
  'keeps-half-the-limit': {
    title: 'Keeps half the limit of the plan, and shows it',
    breaks: ['limit.admits-plan'],
    // At Reset half of the limit is back.
    follows: ['limit.reset-true'],
    apply: (base) => keepQuota(base, (quota) => ({ ...quota, limit: quota.limit / 2 })),
  },
  'last-request-refused': {
    title: 'Refuses the last request of the limit, with one remaining',
    breaks: ['limit.admits-plan', 'limit.remaining-zero'],
    apply: (base) => countTo(base, (limit) => limit - 1, 1),
  },
  'half-of-what-it-shows': {
    title: 'Admits half of the limit that Remaining counts down from',
    breaks: ['limit.admits-plan'],
    apply: (base) => countTo(base, (limit) => limit / 2),
  },
  'every-key-is-free': {
    title: 'Admits what a Free key may, whatever the plan that it shows',
    needs: { plan: 'pro' },
    breaks: ['limit.admits-plan'],
    apply: (base) => countTo(base, (limit) => Math.min(limit, base.allowances.free.perMinute)),
  },
  'spike-arrest': {
    title: 'Refuses more than twenty requests in five seconds, far below the limit',
    breaks: ['limit.admits-plan', 'limit.remaining-zero'],
    apply: (base) => {
      const recent = new Map<string, number[]>();
      return redecide(base, (decision, { key, nowMs }) => {
        const before = (recent.get(key) ?? []).filter((at) => at > nowMs - SPAN_MS);
        const spike = decision.admitted && before.length >= SPIKE;
        recent.set(key, spike ? before : [...before, nowMs]);
        const retryAfterSeconds = secondsUntil((before[0] ?? nowMs) + SPAN_MS, nowMs);
        return spike ? { ...decision, admitted: false, retryAfterSeconds } : decision;
      });
    },
  },
  'every-second-one-above': {
    title: 'Lets every second request above the limit through',
    breaks: ['limit.rejects-excess'],
    follows: ['limit.all-operations'],
    apply: (base) => {
      const second = everyNth(2);
      return redecide(base, (decision) =>
        decision.admitted || !second() ? decision : { ...decision, admitted: true },
      );
    },
  },
});
