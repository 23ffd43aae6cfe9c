import type { Budgets } from '../../config/config.ts';
import type { TargetClass } from '../../config/target-class.ts';
import type { ApiKey } from '../../exchange/api-key.ts';
import { REFUSALS } from '../../exchange/load-defaults.ts';
import { minuteOf } from '../../exchange/minute.ts';
import type { Env } from '../../io/env.ts';
import type { Io } from '../../io/io.ts';
import { overrun, type Work } from '../../ledger/budget.ts';
import type { Ledger } from '../../ledger/entry.ts';
import { LedgerError, ledgerFile, stateFolder } from '../../ledger/file.ts';
import { KeyInUseError } from '../../ledger/key-lock.ts';
import { lookUp } from '../../ledger/open.ts';

export interface KeyUse extends Work {
  readonly key: ApiKey;
  /** Requests per day; infinite for a dedicated key. */
  readonly perDay: number;
}

export interface KeyUser {
  readonly run: string;
  readonly host: string;
  readonly targetClass: TargetClass;
  readonly budgets?: Budgets | undefined;
}

/** The default budgets of a key in 24 hours. A local service needs none, because it has no other clients. */
const BUDGETS: Readonly<Record<Exclude<TargetClass, 'local'>, { shareOfDay: number; bursts: number }>> = {
  staging: { shareOfDay: 1, bursts: 10 },
  production: { shareOfDay: 0.5, bursts: 3 },
};

/** The budgets of each key of a target in 24 hours; undefined if the ledger does not count. */
export function keyBudget({ targetClass, budgets }: KeyUser) {
  if (targetClass === 'local') return undefined;
  const usual = BUDGETS[targetClass];
  return {
    /** Above 0, up to 1. */
    shareOfDay: budgets?.shareOfDay ?? usual.shareOfDay,
    /** As many as `bursts` bursts cause at most. */
    refusals: usual.bursts * REFUSALS,
    bursts: usual.bursts,
  };
}

/** Every reason against this use of a key, by its ledger. */
export function objectionsTo(
  { perDay, requests, refusals }: Work & { readonly perDay: number },
  ledger: Ledger,
  budget: NonNullable<ReturnType<typeof keyBudget>>,
  now: number,
): string[] {
  const { suspicion } = ledger;
  return [
    overrun(ledger, { requests, refusals }, { perDay, ...budget }, now) ?? [],
    suspicion === undefined ? [] : blocked(suspicion),
  ].flat();
}

function blocked({ reason, at, until }: NonNullable<Ledger['suspicion']>): string {
  return until === undefined
    ? `this key may be banned (${reason}, ${new Date(at).toISOString()}); storecheck does not use it for 24 hours`
    : `${reason}; possible from ${minuteOf(until)}`;
}

/** Maximum number of keys in a message: a pool may have thousands. */
const MOST_NAMED = 5;

export function firstOf(reasons: readonly string[]): string[] {
  const more = reasons.length - MOST_NAMED;
  return more <= 0 ? [...reasons] : [...reasons.slice(0, MOST_NAMED), `${more} more keys`];
}

/** A key's ledger, or why it cannot be read: the key is in use, or the file is damaged. Locks and writes nothing. */
export function ledgerOf({ key }: KeyUse, host: string, now: number, env: Env) {
  try {
    return lookUp(ledgerFile(stateFolder(env), key, host), now);
  } catch (error) {
    if (error instanceof KeyInUseError || error instanceof LedgerError) return error;
    throw error;
  }
}

/** Why a run cannot use these keys now. Locks and writes nothing. */
export function objectionsToKeys(
  uses: readonly KeyUse[],
  user: KeyUser,
  { env, clock }: Pick<Io, 'env' | 'clock'>,
): string[] {
  const budget = keyBudget(user);
  const now = Math.floor(clock.now());
  const against = uses.flatMap((use) => {
    // On a local service, only runs that exhaust a key's quota are separated.
    if (budget === undefined && use.refusals === 0) return [];
    const ledger = ledgerOf(use, user.host, now, env);
    if (ledger instanceof KeyInUseError) return [`${use.key.label}: ${ledger.message}`];
    if (budget === undefined) return [];
    if (ledger instanceof LedgerError) return [ledger.message];
    return objectionsTo(use, ledger, budget, now).map((reason) => `${use.key.label}: ${reason}`);
  });
  return firstOf(against);
}
