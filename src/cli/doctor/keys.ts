import { CHECKS, PROBES } from '../../../suites/index.ts';
import type { Io } from '../../io/io.ts';
import { runCheck } from '../../run/check.ts';
import { contactLines } from '../../run/doctor/contact.ts';
import { bad, type Line, warn } from '../../run/doctor/line.ts';
import { prepare } from '../../run/prepare.ts';
import type { PlanName, Quota } from '../../spec/plans.ts';
import { RefusedError } from '../console/problems.ts';
import { holdKeys } from '../lifecycle/hold-keys.ts';
import { againstKeys } from '../lifecycle/key-budget.ts';
import type { Holding, KeyWork } from '../lifecycle/key-use.ts';
import { sentByKey, worksOf } from '../lifecycle/key-work.ts';
import { onInterrupt } from '../live/interrupt.ts';
import type { Call } from '../options/read-request.ts';
import { ledgerLines } from './ledger-lines.ts';

/** First contact, and one more where that tells a wrong set-up from a finding; of all keys together. */
const MOST_REQUESTS = 2;

/** A key to be tried. */
export interface Tried {
  readonly plan: PlanName;
  readonly value: string;
  readonly quota: Quota;
}

/** What the service says to each key, as far as two requests reach, and what the ledger has of each. The first one is the key of a check. */
export async function keyLines(call: Call, keys: readonly Tried[], holding: Holding, io: Io): Promise<Line[]> {
  const lines: Line[] = [];
  let left = MOST_REQUESTS;
  let untried = `doctor sends at most ${MOST_REQUESTS} requests`;
  for (const [index, { plan, value, quota }] of keys.entries()) {
    const one = { ...call, key: value, request: { ...call.request, plan, quota, keyHasLetters: /[a-z]/i.test(value) } };
    // On a local service only those who push a limit are kept apart: this would spoil what they count.
    const refusals = holding.targetClass === 'local' ? 1 : 0;
    const asks = { label: `${plan}#1` as const, value, perDay: quota.perDay, requests: left, refusals };
    if (left === 0)
      lines.push(warn('key', `${asks.label} was not tried: ${untried}`, `The same call with --plan ${plan} tries it.`));
    else if (againstKeys([asks], holding, io).length === 0) {
      const told = await tried(one, asks, holding, io);
      // What the service and its clock are like was said with the first key.
      lines.push(...told.lines.filter(({ name }) => index === 0 || !['window', 'clock'].includes(name)));
      left -= told.sent;
      if (told.lines.some(({ state }) => state === 'bad')) {
        left = 0;
        untried = `first ${asks.label} has to work`;
      }
    }
    const works = worksOf(prepare(one.request, CHECKS, PROBES, io), one, undefined);
    lines.push(...works.flatMap((work) => ledgerLines(work, holding, io)));
  }
  return lines;
}

/** Asks with one key; what was sent is booked. */
async function tried(
  { request, key, timeoutMs, route }: Call,
  work: KeyWork,
  holding: Holding,
  io: Io,
): Promise<{ readonly lines: readonly Line[]; readonly sent: number }> {
  const interrupt = onInterrupt(io, (text) => io.stderr.write(text));
  try {
    const held = holdKeys([work], holding, io);
    try {
      held.reserve();
      const asked = { ...request, readOnly: true, only: ['list.limit-minimum'], maxRequests: work.requests };
      const prepared = { ...prepare(asked, CHECKS, PROBES, io), probes: PROBES.slice(0, 1) };
      const permit = { writes: false };
      const trace = await runCheck(prepared, {
        io,
        key,
        timeoutMs,
        permit,
        route,
        signal: interrupt.signal,
        record: () => undefined,
      });
      held.settle(sentByKey(trace));
      return { lines: contactLines(trace), sent: trace.exchanges.length };
    } finally {
      held.release();
    }
  } catch (error) {
    // Another run was quicker.
    if (!(error instanceof RefusedError)) throw error;
    return { lines: [bad('key', error.message, 'One run a key at a time: wait, or use another key.')], sent: 0 };
  } finally {
    interrupt.release();
  }
}
