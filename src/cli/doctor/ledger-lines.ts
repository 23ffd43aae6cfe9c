import type { Io } from '../../io/io.ts';
import { KeyInUseError, LedgerError, sum } from '../../ledger/index.ts';
import { count, plural } from '../../reporters/text/count.ts';
import { bad, type Line, ok } from '../../run/doctor/line.ts';
import { type KeyUse, type KeyUser, keyBudget, ledgerOf, objectionsTo } from '../../run/lifecycle/key-budget.ts';

/** The ledger of a key, and whether it refuses this use. Of a local service, only whether the key is in use. */
export function ledgerLines(use: KeyUse, user: KeyUser, { env, clock }: Pick<Io, 'env' | 'clock'>): Line[] {
  const budget = keyBudget(user);
  const now = Math.floor(clock.now());
  const ledger = ledgerOf(use, user.host, now, env);
  if (ledger instanceof KeyInUseError)
    return [
      bad(
        'ledger',
        `${use.key.label}: ${ledger.message}`,
        'A key is used by one run at a time: wait, or use another key.',
      ),
    ];
  if (budget === undefined) return [];
  if (ledger instanceof LedgerError) return [bad('ledger', ledger.message, 'Fix the state folder as described.')];
  const allowed = Math.floor(use.perDay * budget.shareOfDay);
  const requests = plural(sum(ledger.entries, 'requests'), 'request');
  const share =
    budget.shareOfDay === 1
      ? 'its whole day'
      : `${Math.round(budget.shareOfDay * 1000) / 10} % of ${count(use.perDay)} per day`;
  const text = `${use.key.label} in the last 24 hours, from this machine: ${requests} of ${count(allowed)} allowed (${share}); ${plural(sum(ledger.entries, 'refusals'), 'refusal')} of ${budget.refusals} allowed`;
  const against = objectionsTo(use, ledger, budget, now);
  if (against.length === 0) return [ok('ledger', text)];
  const advice = 'Wait, use another key, or raise the budgets of this target.';
  return [bad('ledger', `${text}; storecheck would refuse a check: ${against.join('; ')}`, advice)];
}
