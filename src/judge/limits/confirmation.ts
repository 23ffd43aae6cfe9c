import {
  type Head,
  isKind,
  type K6Process,
  type KeyLabel,
  type LimitSettings,
  type Load,
  loadOfProcesses,
} from '../../exchange/index.ts';
import { because } from '../../rules/outcome.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import type { Verdict } from '../verdict.ts';

/** Requirements that a service seems to violate if it restarts and loses its counters, or if its clock is set. */
export const EXPLAINED_BY_RESTART: readonly RequirementId[] = [
  'limit.reset-true',
  'limit.refill-rate',
  'limit.window-is-a-minute',
  'limit.all-operations',
];

export function withOtherCause(verdict: Verdict): Verdict {
  const { id, level, otherCause } = verdict;
  if (verdict.verdict !== 'fail' || level !== 'must' || otherCause !== undefined) return verdict;
  return EXPLAINED_BY_RESTART.includes(id) ? { ...verdict, otherCause: because('restart-or-set-clock') } : verdict;
}

/** The limits that a confirmation attempt exhausts, without other experiments; undefined if there is none. */
export function confirmationOf(head: Head, load: Load, verdicts: readonly Verdict[]): LimitSettings | undefined {
  const { limits } = head;
  if (limits === undefined) return undefined;
  const plans = limits.plans.filter(
    ({ plan, key }) =>
      !isSpared(key, load) &&
      verdicts.some(
        (verdict) => verdict.plan === plan && verdict.verdict === 'fail' && verdict.otherCause !== undefined,
      ),
  );
  return plans.length === 0 ? undefined : { ...limits, plans, sustainWindows: 0, daily: {} };
}

/** A key whose experiment was stopped is not used again, unless the service may have crashed (no response). */
const isSpared = (key: KeyLabel, { notes }: Load): boolean =>
  notes.some(
    (record) =>
      isKind(record, 'experiment') && record.key === key && ![undefined, 'unanswered'].includes(record.stopped),
  );

/**
 * The records of each attempt at a key's limit, with the other experiments of the key. Simultaneous processes (merged
 * instances) are one attempt.
 */
export function attemptsAt(key: KeyLabel, load: Load): readonly Load[] {
  const { processes } = load;
  const exhausting = processes.filter(({ start, lines }) => start.script === 'quota' && lines.last(key) !== undefined);
  const attempts: K6Process[][] = [];
  for (const one of exhausting) {
    const before = attempts.at(-1);
    if (before === undefined || before.every((other) => isOver(other, one.start.at))) attempts.push([one]);
    else before.push(one);
  }
  if (attempts.length <= 1) return [load];
  const others = processes.filter((one) => !exhausting.includes(one));
  return attempts.map((attempt) => loadOfProcesses([...attempt, ...others]));
}

/** Our driver records the end; without it, the times of k6 show it. */
const isOver = ({ notes, until }: K6Process, at: number): boolean =>
  until < at || notes.some((note) => isKind(note, 'load-end'));
