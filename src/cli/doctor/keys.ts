import { CHECKS, PROBES } from '../../../suites/index.ts';
import { type ApiKey, hasLetters } from '../../exchange/api-key.ts';
import type { Io } from '../../io/io.ts';
import { sum } from '../../ledger/entry.ts';
import { LedgerError } from '../../ledger/file.ts';
import { KeyInUseError } from '../../ledger/key-lock.ts';
import { runCheck } from '../../run/check.ts';
import { contactLines } from '../../run/doctor.ts';
import {
  type KeyUse,
  type KeyUser,
  keyBudget,
  ledgerOf,
  objectionsTo,
  objectionsToKeys,
} from '../../run/lifecycle/key-budget.ts';
import { keyUsesOf, sentByKey } from '../../run/lifecycle/key-uses.ts';
import { lockKeys } from '../../run/lifecycle/lock-keys.ts';
import { RefusedError } from '../../run/lifecycle/refusal.ts';
import { type CheckRequest, prepare } from '../../run/prepare.ts';
import type { PlanName, Quota } from '../../spec/plans.ts';
import { count } from '../../text/count.ts';
import { type DoctorLine, doctorLine } from '../../text/doctor.ts';
import { keySourceText } from '../../text/key-source.ts';
import { onInterrupt } from '../live/interrupt.ts';
import type { TargetSettings } from '../options/settings.ts';

/** The maximum for all keys: first contact, and one request that distinguishes a set-up mistake from a finding. */
const MOST_REQUESTS = 2;

/** Lines that are the same for every key. */
const ONCE = ['window', 'clock', 'lock'];

export interface TriedKey {
  readonly plan: PlanName;
  readonly key: ApiKey;
  readonly quota: Quota;
}

/** Tries each key, with at most two requests in total, and reads its ledger. The first one is the key of a check. */
export async function keyLines(
  target: TargetSettings,
  request: CheckRequest,
  keys: readonly TriedKey[],
  io: Io,
): Promise<DoctorLine[]> {
  const user: KeyUser = { ...target, run: 'doctor' };
  const lines: DoctorLine[] = [];
  let left = MOST_REQUESTS;
  for (const { plan, key, quota } of keys) {
    const source = request.keySources?.[plan];
    if (source?.unused !== undefined)
      lines.push(doctorLine('key-source', { key: key.label, source: keySourceText(source) }));
    const asked = { ...request, plan, quota, keyHasLetters: hasLetters(key) };
    // On a local service, locks protect only runs that exhaust a quota: this request would disturb their counts.
    const refusals = user.targetClass === 'local' ? 1 : 0;
    const use: KeyUse = { key, perDay: quota.perDay, requests: left, refusals };
    if (left === 0) lines.push(doctorLine('key-not-tried', { plan, most: MOST_REQUESTS }));
    else if (objectionsToKeys([use], user, io).length === 0) {
      const tried = await tryKey(asked, use, target, user, io);
      lines.push(
        ...tried.lines.filter(({ name }) => !ONCE.includes(name) || !lines.some((line) => line.name === name)),
      );
      left = tried.lines.some(({ state }) => state === 'bad') ? 0 : left - tried.sent;
    }
    const uses = keyUsesOf(prepare(asked, CHECKS, PROBES, io), [key]);
    lines.push(...uses.flatMap((one) => ledgerLines(one, user, io)));
  }
  return lines;
}

/** Sends requests with one key, and records them in its ledger. */
async function tryKey(
  request: CheckRequest,
  use: KeyUse,
  { timeoutMs, route }: TargetSettings,
  user: KeyUser,
  io: Io,
): Promise<{ readonly lines: readonly DoctorLine[]; readonly sent: number }> {
  const { signal, release } = onInterrupt(io, (text) => io.stderr.write(text), { stopping: 'stopping-without-result' });
  try {
    const keys = lockKeys([use], user, io);
    try {
      keys.reserve();
      const asked = { ...request, readOnly: true, only: ['list.limit-minimum'], maxRequests: use.requests };
      const prepared = { ...prepare(asked, CHECKS, PROBES, io), probes: PROBES.slice(0, 1) };
      const permit = { writes: false };
      const record = () => undefined;
      const trace = await runCheck(prepared, { io, key: use.key, timeoutMs, permit, route, signal, record });
      keys.settle(sentByKey(trace));
      const warnings = keys.warnings.map((problem) => doctorLine('lock-unwritable', { problem }));
      return { lines: [...contactLines(trace), ...warnings], sent: trace.exchanges.length };
    } finally {
      keys.release();
    }
  } catch (error) {
    if (error instanceof LedgerError)
      return { lines: [doctorLine('ledger-unreadable', { problem: error.message })], sent: 0 };
    // Another run took the lock meanwhile.
    if (!(error instanceof RefusedError)) throw error;
    return { lines: [doctorLine('key-refused', { problem: error.message })], sent: 0 };
  } finally {
    release();
  }
}

/** The ledger of a key, and whether it refuses this use. Of a local service, only whether the key is in use. */
function ledgerLines(use: KeyUse, user: KeyUser, { env, clock }: Pick<Io, 'env' | 'clock'>): DoctorLine[] {
  const budget = keyBudget(user);
  const now = Math.floor(clock.now());
  const ledger = ledgerOf(use, user.host, now, env);
  const key = use.key.label;
  if (ledger instanceof KeyInUseError) return [doctorLine('key-in-use', { key, problem: ledger.message })];
  if (budget === undefined) return [];
  if (ledger instanceof LedgerError) return [doctorLine('ledger-unreadable', { problem: ledger.message })];
  const share =
    budget.shareOfDay === 1
      ? 'full daily limit'
      : `${Math.round(budget.shareOfDay * 1000) / 10} % of ${count(use.perDay)} per day`;
  const day = {
    key,
    requests: count(sum(ledger.entries, 'requests')),
    allowed: Math.floor(use.perDay * budget.shareOfDay),
    share,
    refusals: sum(ledger.entries, 'refusals'),
    most: budget.refusals,
    bursts: budget.bursts,
    each: budget.refusals / budget.bursts,
  };
  const against = objectionsTo(use, ledger, budget, now);
  return against.length === 0
    ? [doctorLine('ledger', day)]
    : [
        doctorLine(ledger.suspicion === undefined ? 'ledger-exceeded' : 'ledger-blocked', {
          ...day,
          objections: against.join('; '),
        }),
      ];
}
