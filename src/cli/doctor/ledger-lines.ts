import type { Io } from '../../io/io.ts';
import { KeyInUseError, LedgerError, sum } from '../../ledger/index.ts';
import { count, plural } from '../../reporters/text/count.ts';
import { bad, type Line, ok } from '../../run/doctor/line.ts';
import { type KeyUse, type KeyUser, keyBudget, ledgerOf, objectionsTo } from '../../run/lifecycle/key-budget.ts';

/** What was sent with a key within a day, of what it may be put to, and whether this use of it would be refused; of a local one, only that it is in use. */
export function ledgerLines(use: KeyUse, user: KeyUser, { env, clock }: Pick<Io, 'env' | 'clock'>): Line[] {
  const budget = keyBudget(user);
  const now = Math.floor(clock.now());
  const ledger = ledgerOf(use, user.host, now, env);
  if (ledger instanceof KeyInUseError)
    return [bad('ledger', `${use.key.label}: ${ledger.message}`, 'One run a key at a time: wait, or use another key.')];
  if (budget === undefined) return [];
  if (ledger instanceof LedgerError) return [bad('ledger', ledger.message, 'Mend the state folder as said.')];
  const allowed = Math.floor(use.perDay * budget.shareOfDay);
  const requests = plural(sum(ledger.entries, 'requests'), 'request');
  const share =
    budget.shareOfDay === 1
      ? 'all that it has a day'
      : `${Math.round(budget.shareOfDay * 1000) / 10} % of the ${count(use.perDay)} that it has a day`;
  const text = `${use.key.label} in the last 24 hours, from this machine: ${requests}, and ${count(allowed)} may be sent (${share}); ${plural(sum(ledger.entries, 'refusals'), 'refusal')}, and ${budget.refusals} may be drawn`;
  const against = objectionsTo(use, ledger, budget, now);
  if (against.length === 0) return [ok('ledger', text)];
  const advice = 'Wait, use another key, or grant the keys of this target more.';
  return [bad('ledger', `${text}; a check would be refused: ${against.join('; ')}`, advice)];
}
