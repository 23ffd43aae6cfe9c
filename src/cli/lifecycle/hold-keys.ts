import type { KeyLabel } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import {
  KeyInUseError,
  LedgerError,
  ledgerFile,
  type OpenLedger,
  openLedger,
  stateFolder,
} from '../../ledger/index.ts';
import { RefusedError } from '../console/problems.ts';
import { againstWork, firstOf, keyBudget } from './key-budget.ts';
import type { Holding, KeyWork, SentByKey } from './key-use.ts';

/** The keys of a run, locked. */
export interface HeldKeys {
  /** Books all that the run may send, just before it begins: whoever has no k6 has used nothing up. */
  readonly reserve: () => void;
  /** Counts requests without a key that went before the run on the first key: a service may count by address. */
  readonly charge: (requests: number) => void;
  /** Books what was really sent, with keys that may be banned, and gives all keys free. */
  readonly settle: (sent: SentByKey, suspicions?: Readonly<Record<KeyLabel, string>>) => void;
  /** Gives the keys free where the run did not come to its end; what was reserved stays. */
  readonly release: () => void;
}

const nothing = () => undefined;

/** Takes every key of the run. Throws a RefusedError with all that stands against it. */
export function holdKeys(
  works: readonly KeyWork[],
  { run, host, targetClass, budgets, before = 0 }: Holding,
  io: Pick<Io, 'env' | 'clock'>,
): HeldKeys {
  const { env, clock } = io;
  const budget = keyBudget(targetClass, budgets);
  if (budget === undefined) return lockKeys(works, { run, host }, io);
  const held: { readonly work: KeyWork; readonly open: OpenLedger }[] = [];
  const release = () => {
    for (const { open } of held) open.release();
  };
  const against: string[] = [];
  const now = clock.now();
  try {
    for (const [index, given] of works.entries()) {
      const work = { ...given, requests: given.requests + (index === 0 ? before : 0) };
      const open = openLedger(ledgerFile(stateFolder(env), work.value, host), run, clock);
      held.push({ work, open });
      against.push(...againstWork(work, open.ledger, budget, now).map((reason) => `${work.label}: ${reason}`));
    }
  } catch (error) {
    release();
    throw asRefused(error);
  }
  if (against.length > 0) {
    release();
    throw new RefusedError(`nothing was sent: ${firstOf(against).join('; ')}`);
  }
  let charged = 0;
  return {
    reserve: () => {
      for (const { open, work } of held) open.reserve({ requests: work.requests, refusals: work.refusals });
    },
    charge: (requests) => {
      charged += requests;
    },
    settle: (sent, suspicions = {}) => {
      for (const [index, { open, work }] of held.entries()) {
        const { requests, refusals: refused } = sent.get(work.label) ?? { requests: 0, refusals: 0 };
        open.settle({ requests: requests + (index === 0 ? charged : 0), refusals: refused }, suspicions[work.label]);
      }
    },
    release,
  };
}

/**
 * On a local service nothing is counted, and a key may be used by several runs. Only two that push its limit would spoil each other, so
 * these are kept apart. A folder that cannot be written is no reason not to run.
 */
function lockKeys(
  works: readonly KeyWork[],
  { run, host }: Pick<Holding, 'run' | 'host'>,
  { env, clock }: Pick<Io, 'env' | 'clock'>,
): HeldKeys {
  const held: OpenLedger[] = [];
  const release = () => {
    for (const open of held) open.release();
  };
  try {
    for (const { value } of works.filter(({ refusals }) => refusals > 0))
      held.push(openLedger(ledgerFile(stateFolder(env), value, host), run, clock));
  } catch (error) {
    if (!(error instanceof LedgerError)) {
      release();
      throw asRefused(error);
    }
  }
  return { reserve: nothing, charge: nothing, settle: release, release };
}

const asRefused = (error: unknown) => (error instanceof KeyInUseError ? new RefusedError(error.message) : error);
