import { isAnswered } from '../../exchange/exchange.ts';
import type { Load } from '../../exchange/journal/load.ts';
import type { Head, LimitPlan } from '../../exchange/records/run-record.ts';
import type { KeyLabel } from '../../exchange/records/schema.ts';
import { gather } from '../../limiter/evidence/evidence.ts';
import { experimentOf } from '../../limiter/experiment.ts';
import { judgeDaily } from '../../limiter/requirements/paced.ts';
import { because, type Outcome, undecided } from '../../rules/outcome.ts';
import { nested } from '../../text/template.ts';
import { isSelected } from '../checks/select.ts';
import { toVerdict, type Verdict } from '../verdict.ts';
import { closingsOf, problemsOf } from './completeness.ts';

/** The day with a dedicated key: its exchanges count for limit.daily only. Undefined if the plan has no such key. */
export function judgeDay(plan: LimitPlan, head: Head, load: Load): Verdict | undefined {
  const key = head.limits?.daily[plan.plan];
  if (key === undefined || !isSelected('limit.daily', head.settings)) return undefined;
  const missing = problemsOf(key, load);
  const sent = load.processes.some(({ lines }) => lines.ofPhase(key, 'daily') > 0);
  const terms = { ...experimentOf(plan, head), key, complete: missing.length === 0 };
  const outcome = sent ? judgeDaily(gather({ ...terms, exchanges: load.exchanges(key) })) : notBegun(key, load);
  // The reason why nothing was sent is more useful than what is missing then.
  return { ...toVerdict('limit.daily', outcome, sent ? missing : []), plan: plan.plan };
}

/** Why nothing was sent for the requirement. */
function notBegun(key: KeyLabel, load: Load): Outcome {
  const closings = closingsOf(key, load);
  const [left] = closings.flatMap(({ skipped }) => skipped);
  if (left !== undefined) return undecided(because('phase-skipped', { reason: nested(left) }));
  const last = load.processes.flatMap(({ lines }) => lines.last(key) ?? []).at(-1);
  if (last === undefined || closings.every(({ stopped }) => stopped === undefined))
    return undecided(because('run-ended-before-key'));
  return undecided(
    isAnswered(last) ? because('key-not-admitted', { status: last.received.status }) : because('key-without-response'),
  );
}
