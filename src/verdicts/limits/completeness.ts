import { isAnswered } from '../../exchange/exchange.ts';
import {
  closingsOf,
  gapsOfKey,
  gapsOfProcess,
  type K6Process,
  type K6Records,
  NOTHING_SENT,
} from '../../exchange/journal/k6-records.ts';
import { rateHeaders } from '../../exchange/rate-headers.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { ofKind } from '../../exchange/records/journal-record.ts';
import type { LoadScript } from '../../exchange/records/load-config.ts';
import type { Closing, K6Problem } from '../../exchange/records/load-record.ts';
import type { KeyLabel } from '../../exchange/records/types.ts';
import { because, type Reason } from '../../rules/conclusion.ts';
import { nested } from '../../text/template.ts';

/**
 * Why the experiments with a key are incomplete, the clearest reason first. Other keys do not matter.
 *
 * 1. What went wrong with k6, apart from 3, 4 and a leak, which was redacted.
 * 2. An experiment was stopped.
 * 3. Lines are missing in the journal (`incomplete`).
 * 4. k6 sent less than planned (`invalid`), and neither 2 nor 3 explains it.
 */
export function gapsOf(key: KeyLabel, { kept, processes }: K6Records): Reason[] {
  const apart: readonly K6Problem['kind'][] = ['leak', 'incomplete', 'invalid'];
  const ended = ofKind(kept, 'load-end')
    .filter(({ script }) => endConcerns(script, key, processes))
    .flatMap(({ problems }) => problems.filter(({ kind }) => !apart.includes(kind)));
  const stopped = processes.flatMap((part) =>
    closingsOf(key, part).flatMap((closing) => stopOf(closing, part.lines.last(key))),
  );
  const users = processes.filter(uses(key));
  const missing = users.length > 0 ? users.flatMap((user) => gapsOfKey(key, user)) : [NOTHING_SENT];
  const invalid = users
    .filter((user) => !isExplained(user))
    .flatMap((user) => ofKind(user.kept, 'load-end'))
    .flatMap(({ problems }) => problems.filter(({ kind }) => kind === 'invalid'));
  const all = [...ended, ...stopped, ...missing, ...invalid].map((problem) =>
    because('load-incomplete', { problem: nested(problem) }),
  );
  return [...new Map(all.map((gap) => [gap.reason, gap])).values()];
}

/** Whether a process has an experiment with the key. */
export const uses =
  (key: KeyLabel) =>
  ({ start }: K6Process): boolean =>
    start.config.experiments.some((experiment) => experiment.key === key);

/** Whether the key was exhausted before the burst and every request until then has its line (`an exhausted day`): no burst was cut. */
export const isCompleteUntilExhausted = (key: KeyLabel, load: K6Records): boolean =>
  closingsOf(key, load).some(({ stopped }) => stopped === 'exhausted') &&
  load.processes.filter(uses(key)).every((process) => gapsOfKey(key, process).length === 0);

/** Whether the records of this process explain why k6 sent less than planned: an experiment was stopped, or lines are missing. */
function isExplained(ended: K6Process): boolean {
  return (
    ofKind(ended.kept, 'experiment').some(({ stopped }) => stopped !== undefined) || gapsOfProcess(ended).length > 0
  );
}

/** Why an experiment ended early. Empty if it did not, or if a finding or a set-up mistake (load-contact.ts) says why. */
function stopOf({ key, stopped, refused }: Closing, last: Exchange | undefined): readonly Reason[] {
  if (stopped === undefined || stopped === 'refusals' || stopped === 'not-this-service') return [];
  if (stopped !== 'exhausted') return [because(STOPS[stopped], { key })];
  if (refused > 1) return [because('key-exhausted-again', { key })];
  const retryAfter = last && isAnswered(last) ? rateHeaders(last.received.headers).retryAfter?.text : undefined;
  return [because('key-exhausted-before', { key, retryAfter: retryAfter ?? 'none' })];
}

const STOPS = {
  'not-admitted': 'first-not-admitted',
  unanswered: 'too-many-unanswered',
  deadline: 'burst-past-deadline',
  'day-nearly-used': 'day-nearly-used',
} as const;

/** Whether the end of a k6 process affects a key. A process that never started has only the name of its script. */
function endConcerns(script: LoadScript, key: KeyLabel, processes: readonly K6Process[]): boolean {
  const started = processes.filter(({ start }) => start.script === script);
  return started.length > 0 ? started.some(uses(key)) : script !== 'daily';
}
