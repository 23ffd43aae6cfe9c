import { maxWaitMs } from '../client/ask.ts';
import { DEFAULTS } from '../config/table.ts';
import { normalizedHost, type TargetClass } from '../config/target-class.ts';
import { MAX_REFUSALS } from '../exchange/allowances.ts';
import type { ApiKey } from '../exchange/api-key.ts';
import { isRateLimited } from '../exchange/exchange.ts';
import { exchangesOf, lastExchange, type RunTrace } from '../exchange/journal/k6-records.ts';
import { DAY_MS } from '../exchange/rate-headers.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Settings } from '../exchange/records/run-record.ts';
import type { KeyLabel } from '../exchange/records/types.ts';
import type { Io } from '../io/io.ts';
import { isRunning, THIS_PROCESS } from '../io/process-identity.ts';
import { refusalIn } from '../judge/refused-key.ts';
import {
  changeLedger,
  type KeyBlock,
  type KeyHolder,
  type KeyRecord,
  ledgerFile,
  objectionsTo,
  type Records,
  readLedger,
  recordName,
  type Work,
  withRun,
} from '../ledger/ledger.ts';
import type { PlanLimits } from '../spec/plans.ts';
import { EXIT } from '../text/exit-codes.ts';
import { plural } from '../text/number-text.ts';
import type { Judged } from '../verdicts/limits/judge-limits.ts';
import { CommandError } from './errors.ts';

/** Maximum requests and refusals of a run with one key. */
export interface KeyUse extends Work {
  readonly key: ApiKey;
  /** Requests per day; infinite for a dedicated key, which is counted and not limited. */
  readonly perDay: number;
}

interface LockingRun {
  readonly run: string;
  readonly host: string;
  readonly class: TargetClass;
  /** The share of a key's daily limit that the run may use. The default depends on the class. */
  readonly shareOfDay?: number | undefined;
  /** The time limit of the run in milliseconds. Default: a day. */
  readonly maxMs?: number | undefined;
}

export type SentByKey = ReadonlyMap<string, Work>;
export type Blocks = Readonly<Record<KeyLabel, KeyBlock | undefined>>;

/** Default budgets of a key in 24 hours: the refusals are those of 10 or 3 bursts. A local service has no other clients, so no budget. */
const BUDGETS: Readonly<Record<TargetClass, { readonly shareOfDay: number; readonly refusals: number } | undefined>> = {
  local: undefined,
  staging: { shareOfDay: 1, refusals: 10 * MAX_REFUSALS },
  production: { shareOfDay: DEFAULTS.shareOfDay, refusals: 3 * MAX_REFUSALS },
};

const nameFor = ({ key }: KeyUse, { host }: LockingRun): string => recordName(key, normalizedHost(host));
const recordOf = (records: Records, use: KeyUse, run: LockingRun): KeyRecord =>
  records.get(nameFor(use, run)) ?? { entries: [] };

/** Maximum number of keys in a message: a pool may have thousands. */
const MAX_NAMED_KEYS = 5;

/** Why a run cannot use the keys now, according to the ledger. */
function objectionsIn(records: Records, uses: readonly KeyUse[], run: LockingRun, now: number): string[] {
  const budget = BUDGETS[run.class];
  const reasons = uses.flatMap((use) => {
    const record = recordOf(records, use, run);
    if (record.user !== undefined) return [`${use.key.label}: ${heldText(record.user)}`];
    if (budget === undefined) return [];
    const budgetOfKey = { ...budget, shareOfDay: run.shareOfDay ?? budget.shareOfDay, perDay: use.perDay };
    return objectionsTo(record, use, budgetOfKey, now).map((reason) => `${use.key.label}: ${reason}`);
  });
  const more = reasons.length - MAX_NAMED_KEYS;
  return more <= 0 ? reasons : [...reasons.slice(0, MAX_NAMED_KEYS), plural(more, 'more reason')];
}

function heldText(holder: KeyHolder): string {
  const { run, pid, host, since, until } = holder;
  const atLatest = isRunning(holder) === undefined ? `, at the latest at ${new Date(until).toISOString()}` : '';
  return `run ${run} (process ${pid} on ${host}, since ${new Date(since).toISOString()}) uses this key: wait until it has ended${atLatest}`;
}

type LedgerIo = Pick<Io, 'env' | 'clock'>;

/** Why a run cannot use these keys now. Locks and writes nothing. */
export function objectionsToKeys(uses: readonly KeyUse[], run: LockingRun, { env, clock }: LedgerIo): string[] {
  const now = Math.floor(clock.now());
  const { records, problem } = readLedger(ledgerFile(env), now);
  if (problem === undefined) return objectionsIn(records, uses, run, now);
  return BUDGETS[run.class] === undefined ? [] : [problem];
}

/**
 * Locks the keys with the maximum of the run: after a crash, the ledger counts that. Throws a CommandError with every
 * objection. For a local service, nothing is counted, and a ledger that cannot be written locks nothing. Returns the unlocking function.
 */
export function lockKeys(planned: readonly KeyUse[], run: LockingRun, { env, clock }: LedgerIo) {
  const file = ledgerFile(env);
  const isCounted = BUDGETS[run.class] !== undefined;
  const uses = isCounted ? planned : planned.map((use) => ({ ...use, ...NOTHING }));
  const now = Math.floor(clock.now());
  const holder = { ...THIS_PROCESS, run: run.run, since: now, until: now + (run.maxMs ?? DAY_MS) };
  const setAll = (records: Records, change: (record: KeyRecord, use: KeyUse) => KeyRecord) => {
    for (const use of uses) records.set(nameFor(use, run), change(recordOf(records, use, run), use));
  };
  const problem = changeLedger(file, now, (records) => {
    const objections = objectionsIn(records, uses, run, now);
    const why = `nothing was sent: ${objections.join('; ')}`;
    if (objections.length > 0) throw new CommandError([why], EXIT.incomplete);
    setAll(records, (record, { requests, refusals }) => ({ ...record, user: { ...holder, requests, refusals } }));
  });
  if (problem !== undefined && isCounted) throw new CommandError([problem], EXIT.incomplete);
  let isLocked = problem === undefined;
  // Counts the sent requests, or the maximum if they are unknown, and notes blocked keys. Returns why the ledger could not be written.
  return (sent?: SentByKey, blocks: Blocks = {}): string | undefined => {
    if (!isLocked) return undefined;
    isLocked = false;
    const at = Math.floor(clock.now());
    const sentWith = (use: KeyUse) => (sent === undefined || !isCounted ? use : (sent.get(use.key.label) ?? NOTHING));
    return changeLedger(file, at, (records) =>
      setAll(records, ({ entries, block }, use) => ({
        entries: withRun(entries, at, sentWith(use)),
        block: (isCounted ? blocks[use.key.label] : undefined) ?? block,
      })),
    );
  };
}

const NOTHING: Work = { requests: 0, refusals: 0 };

export function sentByKey(trace: RunTrace): SentByKey {
  const sent = new Map<string, Work>();
  for (const exchange of exchangesOf(trace)) {
    if (exchange.key === null) continue;
    const { requests, refusals } = sent.get(exchange.key) ?? NOTHING;
    sent.set(exchange.key, { requests: requests + 1, refusals: refusals + (isRateLimited(exchange) ? 1 : 0) });
  }
  return sent;
}

/** The keys that later runs must not use for now: their daily limit is exhausted, or they may be banned. */
export function blockedKeys(trace: RunTrace, { numbers }: Pick<Judged, 'numbers'>): Blocks {
  const { end, exchanges } = trace;
  const { settings, limits } = trace.head;
  // A check that stopped at a 429 is not followed by experiments. Its last request got the 429, with the key or without.
  if (end?.reason === 'rate-limited') {
    const fromFirst = exchanges.slice(exchanges.findIndex(isRateLimited)).filter(({ key }) => key !== null);
    const isRefusedStill = fromFirst.length > 1 && fromFirst.every(isRateLimited);
    return { [settings.key]: blockAfter(exchanges.at(-1), settings, settings, isRefusedStill) };
  }
  const blocks = (limits?.plans ?? []).map(({ plan, key, ...ofPlan }) => {
    const { banSuspected = false, dayLimitAnswered = false } = numbers[plan] ?? {};
    const isBlocked = banSuspected || dayLimitAnswered;
    const last = isBlocked && trace.load !== undefined ? lastExchange(key, trace.load) : undefined;
    return [key, blockAfter(last, ofPlan, settings, banSuspected)] as const;
  });
  return Object.fromEntries(blocks);
}

/** Why a key stays refused after its last response: an exhausted daily limit, a wait longer than a window, or perhaps a ban. */
function blockAfter(last: Exchange | undefined, limits: PlanLimits, settings: Settings, isSuspect: boolean) {
  const { isDay = false, wait = 0, words, until = 0 } = refusalIn(last, limits) ?? {};
  if (isDay) return { reason: `the daily limit is exhausted (${words})`, until };
  if (wait > maxWaitMs(settings))
    return { reason: `the service refuses this key for longer than a window (${words})`, until };
  if (last === undefined || !isSuspect) return undefined;
  return { reason: BANNED, until: last.received.at + DAY_MS };
}

const BANNED = 'this key may be banned (rule 5 of the specification): it was still refused after Retry-After';
