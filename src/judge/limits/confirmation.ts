import { isAnswered } from '../../exchange/exchange.ts';
import { type Load, loadOfProcesses } from '../../exchange/journal/load.ts';
import { rateHeaders } from '../../exchange/rate-headers.ts';
import { ofKind } from '../../exchange/records/journal-record.ts';
import type { QuotaExperiment } from '../../exchange/records/load-config.ts';
import type { Head, LimitSettings } from '../../exchange/records/run-record.ts';
import type { KeyLabel } from '../../exchange/records/schema.ts';
import { because, type Reason } from '../../rules/outcome.ts';
import { nested } from '../../text/template.ts';
import type { Verdict } from '../verdict.ts';
import { settled, violationIn } from './two-attempts.ts';

/** The limits that a confirmation attempt exhausts, without other experiments; undefined if there is none. */
export function confirmationOf(head: Head, load: Load, verdicts: readonly Verdict[]): LimitSettings | undefined {
  const { limits } = head;
  if (limits === undefined) return undefined;
  const plans = limits.plans.filter(
    ({ plan, key }) =>
      notAgain(key, load) === undefined &&
      verdicts.some(
        (verdict) => verdict.plan === plan && verdict.verdict === 'fail' && verdict.otherCause !== undefined,
      ),
  );
  return plans.length === 0 ? undefined : { ...limits, plans, sustainWindows: 0, daily: {} };
}

/** Requests of an attempt above the limit of a window. */
const ABOVE = 10;

/**
 * Why a key gets no second attempt: its experiment was stopped, unless the service may have crashed (no response), or
 * the headers leave too few requests of the day (`headers-of-the-tighter-policy`).
 */
export function notAgain(key: KeyLabel, { notes, processes }: Load): Reason | undefined {
  const closings = ofKind(notes, 'experiment').filter((record) => record.key === key);
  const stopped = closings.find((record) => record.stopped !== undefined && record.stopped !== 'unanswered');
  if (stopped?.stopped === 'refusals') return because('key-refused-too-often', { refusals: stopped.refused });
  if (stopped !== undefined) return because('key-stopped');
  const last = processes.flatMap(({ lines }) => lines.last(key) ?? []).at(-1);
  const experiment = processes
    .flatMap(({ start }) => start.config.experiments as readonly QuotaExperiment[])
    .find((one) => one.key === key);
  if (last === undefined || !isAnswered(last) || experiment?.perDay === undefined) return undefined;
  const { perDay, perWindow } = experiment;
  const { limit, remaining: left = Infinity } = rateHeaders(last.received.headers);
  if (limit !== perDay || perDay === perWindow || left >= perWindow + ABOVE) return undefined;
  return because('day-leaves-too-few', { left });
}

/** A violation that needs a second attempt and had none is inconclusive, and says why. */
export function settledLimit(verdict: Verdict, head: Head, load: Load): Verdict {
  const inconclusive = settled(verdict);
  const key = head.limits?.plans.find(({ plan }) => plan === verdict.plan)?.key;
  if (inconclusive === verdict || key === undefined || attemptsAt(key, load).length > 1) return inconclusive;
  const reason = notAgain(key, load);
  return reason === undefined
    ? inconclusive
    : { ...inconclusive, ...because('seen-once-not-again', { ...violationIn(verdict), why: nested(reason) }) };
}

/** The records of each attempt at a key's limit, with the other experiments of the key. */
export function attemptsAt(key: KeyLabel, load: Load): readonly Load[] {
  const { processes } = load;
  const attempts = processes.filter(({ start, lines }) => start.script === 'quota' && lines.last(key) !== undefined);
  if (attempts.length <= 1) return [load];
  const others = processes.filter((one) => !attempts.includes(one));
  return attempts.map((attempt) => loadOfProcesses([attempt, ...others]));
}
