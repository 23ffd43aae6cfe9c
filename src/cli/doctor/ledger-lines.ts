import { KeyInUseError, LedgerError, ledgerFile, lookUp, stateFolder, sum } from '../../ledger/index.ts';
import { bad, type Line, ok } from '../../run/doctor/line.ts';
import type { Holding, KeyWork } from '../hold-keys.ts';
import { againstWork, keyBudget } from '../key-budget.ts';

/** What was sent with a key within a day, of what it may be put to, and whether this work with it would be refused; of a local one, only that it is in use. */
export function ledgerLines(work: KeyWork, { host, targetClass, budgets }: Holding, env: NodeJS.ProcessEnv): Line[] {
  const budget = keyBudget(targetClass, budgets);
  const now = Date.now();
  try {
    const ledger = lookUp(ledgerFile(stateFolder(env), work.value, host), now);
    if (budget === undefined) return [];
    const allowed = Math.floor(work.perDay * budget.shareOfDay);
    const text = `${sum(ledger.entries, 'requests')} of ${allowed} requests (${Math.round(budget.shareOfDay * 1000) / 10} % of the ${work.perDay} a day) and ${sum(ledger.entries, 'refusals')} of ${budget.refusals} refusals with ${work.label} in the last 24 hours, from this machine`;
    const against = againstWork(work, ledger, budget, now);
    const line =
      against.length === 0
        ? ok('ledger', text)
        : bad(
            'ledger',
            `${text}; a check would be refused: ${against.join('; ')}`,
            'Wait, use another key, or grant the keys of this target more.',
          );
    return [line];
  } catch (error) {
    if (error instanceof KeyInUseError)
      return [bad('ledger', `${work.label}: ${error.message}`, 'One run a key at a time: wait, or use another key.')];
    if (error instanceof LedgerError)
      return budget === undefined ? [] : [bad('ledger', error.message, 'Mend the state folder as said.')];
    throw error;
  }
}
