import type { KeyLabel } from '../../exchange/records/schema.ts';
import type { Io } from '../../io/io.ts';
import type { Work } from '../../ledger/budget.ts';
import type { Block } from '../../ledger/entry.ts';
import { LedgerError, ledgerFile, stateFolder } from '../../ledger/file.ts';
import { KeyInUseError } from '../../ledger/key-lock.ts';
import { type OpenLedger, openLedger } from '../../ledger/open.ts';
import { firstOf, type KeyUse, type KeyUser, keyBudget, ledgerOf, objectionsTo } from './key-budget.ts';
import { RefusedError } from './refusal.ts';

/** The requests actually sent, by the key's label. */
export type SentByKey = ReadonlyMap<string, Work>;

/**
 * Locks every key of the run. Throws a RefusedError with every reason. On a local service, only runs that exhaust the same key are
 * separated, and nothing is counted.
 */
export function lockKeys(uses: readonly KeyUse[], user: KeyUser, { env, clock }: Pick<Io, 'env' | 'clock'>) {
  const budget = keyBudget(user);
  const locked: { readonly use: KeyUse; readonly open: OpenLedger }[] = [];
  /** Unlocks the keys of a run that did not finish. The reservation stays. */
  const release = () => {
    for (const { open } of locked) open.release();
  };
  const objections: string[] = [];
  const warnings: string[] = [];
  const now = clock.now();
  try {
    for (const use of uses) {
      if (budget === undefined && use.refusals === 0) {
        const ledger = ledgerOf(use, user.host, now, env);
        if (ledger instanceof KeyInUseError)
          warnings.push(`${use.key.label}: ${ledger.message}. The requests of this run count towards that one`);
        continue;
      }
      const open = openLedger(ledgerFile(stateFolder(env), use.key, user.host), user.run, clock);
      locked.push({ use, open });
      if (budget !== undefined)
        objections.push(...objectionsTo(use, open.ledger, budget, now).map((reason) => `${use.key.label}: ${reason}`));
    }
  } catch (error) {
    if (budget !== undefined || !(error instanceof LedgerError)) {
      release();
      throw error instanceof KeyInUseError ? new RefusedError(error.message) : error;
    }
    warnings.push(`another run can use the same keys meanwhile: ${error.message}`);
  }
  if (objections.length > 0) {
    release();
    throw new RefusedError(`nothing was sent: ${firstOf(objections).join('; ')}`);
  }
  const counted = budget === undefined ? [] : locked;
  return {
    /** Another run that uses a key of a local service, or why one can use it at the same time. */
    warnings: firstOf(warnings),
    /** Reserves the maximum, just before the run begins: a run that ends earlier has used nothing. */
    reserve: () => {
      for (const { open, use } of counted) open.reserve({ requests: use.requests, refusals: use.refusals });
    },
    /** Records the actual requests and the blocked keys, and unlocks all keys. */
    settle: (sent: SentByKey, blocks: Readonly<Record<KeyLabel, Block>> = {}) => {
      for (const { open, use } of counted) {
        const { label } = use.key;
        open.settle(sent.get(label) ?? { requests: 0, refusals: 0 }, blocks[label]);
      }
      release();
    },
    release,
  };
}
