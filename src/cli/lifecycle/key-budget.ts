import type { Budgets, TargetClass } from '../../config/index.ts';
import type { Env } from '../../io/env.ts';
import type { Io } from '../../io/io.ts';
import {
  KeyInUseError,
  type Ledger,
  LedgerError,
  ledgerFile,
  lookUp,
  overrun,
  stateFolder,
  type Work,
} from '../../ledger/index.ts';
import type { Holding, KeyWork } from './key-use.ts';

/** What a key may be put to in 24 hours, where nothing is configured. A local service has nobody to spare it for. */
const BUDGETS: Readonly<Record<Exclude<TargetClass, 'local'>, { shareOfDay: number; bursts: number }>> = {
  staging: { shareOfDay: 1, bursts: 10 },
  production: { shareOfDay: 0.5, bursts: 3 },
};
const REFUSALS_OF_A_BURST = 8;

export interface KeyBudget {
  /** Above 0, up to 1. */
  readonly shareOfDay: number;
  readonly refusals: number;
}

/** What each key of a target may be put to in 24 hours: the configuration's, else by its class; undefined where nothing is counted. */
export function keyBudget(targetClass: TargetClass, budgets: Budgets | undefined): KeyBudget | undefined {
  if (targetClass === 'local') return undefined;
  const usual = BUDGETS[targetClass];
  return {
    shareOfDay: budgets?.shareOfDay ?? usual.shareOfDay,
    refusals: usual.bursts * (budgets?.refusalsPerKey ?? REFUSALS_OF_A_BURST),
  };
}

/** All that stands against this work with a key, by its ledger. */
export function againstWork(
  { perDay, requests, refusals }: Work & { readonly perDay: number },
  ledger: Ledger,
  budget: KeyBudget,
  now: number,
): string[] {
  const { suspicion } = ledger;
  return [
    overrun(ledger, { requests, refusals }, { perDay, ...budget }, now) ?? [],
    suspicion === undefined
      ? []
      : `it may be banned (${suspicion.reason}, ${new Date(suspicion.at).toISOString()}); nothing is sent with it for 24 hours`,
  ].flat();
}

/** A pool may have thousands of keys: so many are named. */
const MOST_NAMED = 5;

/** The first reasons, and how many there are besides. */
export function firstOf(reasons: readonly string[]): string[] {
  const more = reasons.length - MOST_NAMED;
  return more <= 0 ? [...reasons] : [...reasons.slice(0, MOST_NAMED), `${more} more keys`];
}

/** A key's ledger, or why it cannot be had: the key is in use, or the file cannot be read. Takes and writes nothing. */
export function ledgerOf({ value }: KeyWork, host: string, now: number, env: Env) {
  try {
    return lookUp(ledgerFile(stateFolder(env), value, host), now);
  } catch (error) {
    if (error instanceof KeyInUseError || error instanceof LedgerError) return error;
    throw error;
  }
}

/** Why these keys could not be taken as things stand: for who sends nothing, and takes and writes nothing. */
export function againstKeys(
  works: readonly KeyWork[],
  holding: Holding,
  { env, clock }: Pick<Io, 'env' | 'clock'>,
): string[] {
  const { host, targetClass, budgets, before = 0 } = holding;
  const budget = keyBudget(targetClass, budgets);
  const now = Math.floor(clock.now());
  const against = works.flatMap((work, index) => {
    // On a local service only those that push their limit are kept apart.
    if (budget === undefined && work.refusals === 0) return [];
    const ledger = ledgerOf(work, host, now, env);
    if (ledger instanceof KeyInUseError) return [`${work.label}: ${ledger.message}`];
    if (budget === undefined) return [];
    if (ledger instanceof LedgerError) return [ledger.message];
    const asked = { ...work, requests: work.requests + (index === 0 ? before : 0) };
    return againstWork(asked, ledger, budget, now).map((reason) => `${work.label}: ${reason}`);
  });
  return firstOf(against);
}
