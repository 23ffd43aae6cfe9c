import { isAnswered } from '../../exchange/exchange.ts';
import { type K6Process, type Load, type LoadNote, missing, missingFor } from '../../exchange/journal/load.ts';
import { REFUSALS } from '../../exchange/load-defaults.ts';
import { rateHeaders } from '../../exchange/rate-headers.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { isKind, ofKind } from '../../exchange/records/journal-record.ts';
import type { LoadScript } from '../../exchange/records/load-config.ts';
import type { Start } from '../../exchange/records/load-record.ts';
import type { LimitPlan } from '../../exchange/records/run-record.ts';
import type { KeyLabel } from '../../exchange/records/schema.ts';
import { because, type Reason } from '../../rules/outcome.ts';
import { nested } from '../../text/template.ts';

/** Why this plan's experiments are incomplete, the clearest reason first. Other plans do not matter. */
export function problemsOf({ key }: Pick<LimitPlan, 'key'>, { notes, processes }: Load): Reason[] {
  const starts = processes.map(({ start }) => start);
  const reported = notes.flatMap((record) =>
    isKind(record, 'load-end') && endConcerns(record.script, key, starts) ? record.problems : [],
  );
  const ended = reported.filter(({ kind }) => !['leak', 'incomplete', 'invalid'].includes(kind));
  const stopped = processes.flatMap((process) =>
    closingsOf(process).flatMap((closing) => (closing.key === key ? stopOf(closing, process) : [])),
  );
  const own = processes.filter((process) => concerns(process, key));
  const lacking = own.length > 0 ? own.flatMap((process) => missingFor(key, process)) : missing(undefined);
  const invalid = reported.filter(({ kind }) => kind === 'invalid' && !processes.some(isExplained));
  const all = [...ended, ...stopped, ...lacking, ...invalid].map((problem) =>
    because('load-incomplete', { problem: nested(problem) }),
  );
  return [...new Map(all.map((one) => [one.reason, one])).values()];
}

type Closing = Extract<LoadNote, { readonly kind: 'experiment' }>;

const closingsOf = ({ notes }: K6Process): Closing[] => ofKind(notes, 'experiment');

/** Whether the key was exhausted before the burst, and every request until then has its line. */
export const isCompleteUntilExhausted = ({ key }: Pick<LimitPlan, 'key'>, { processes }: Load): boolean => {
  const own = processes.filter((process) => concerns(process, key));
  const stops = own.flatMap((process) => closingsOf(process).filter((closing) => closing.key === key));
  return (
    stops.some(({ stopped }) => stopped === 'exhausted') &&
    own.every((process) => missingFor(key, process).length === 0)
  );
};

/** Whether an experiment found another service, and stopped. */
export const isOtherService = ({ key }: Pick<LimitPlan, 'key'>, { processes }: Load): boolean =>
  processes.some((process) =>
    closingsOf(process).some((closing) => closing.key === key && closing.stopped === 'not-this-service'),
  );

const concerns = ({ start }: K6Process, label: KeyLabel) =>
  start.config.experiments.some((experiment) => experiment.key === label);

/** Whether a line of this process explains why k6 sent less than planned, for example refusals, which are judged. */
function isExplained(ended: K6Process): boolean {
  const isSpared = ({ refused, sent, planned }: Closing) => refused >= REFUSALS && (sent ?? planned) < planned;
  return (
    ended.lines.held() > 0 ||
    closingsOf(ended).some((closing) => closing.stopped !== undefined || isSpared(closing)) ||
    ended.start.config.experiments.some(({ key }) => missingFor(key, ended).length > 0)
  );
}

/** Why an experiment ended early; empty if it did not, if that is a finding about the service, or a set-up
 * mistake. */
function stopOf(closing: Closing, { lines }: K6Process): readonly Reason[] {
  const { key, stopped } = closing;
  if (stopped === undefined || stopped === 'refusals' || stopped === 'not-this-service') return [];
  return [stopped === 'exhausted' ? exhaustedReason(closing, lines.last(key)) : because(STOPS[stopped], { key })];
}

const STOPS = {
  'not-admitted': 'first-not-admitted',
  unanswered: 'too-many-unanswered',
  deadline: 'burst-past-deadline',
  'day-nearly-used': 'day-nearly-used',
} as const;

function exhaustedReason({ key, refused }: Closing, last: Exchange | undefined): Reason {
  if (refused > 1) return because('key-exhausted-again', { key });
  const retryAfter = last && isAnswered(last) ? rateHeaders(last.received.headers).retryAfter?.text : undefined;
  return retryAfter === undefined
    ? because('key-exhausted-before', { key })
    : because('key-exhausted-before-retry', { key, retryAfter });
}

/**
 * Whether the end of a k6 process affects a key: dedicated keys have processes of their own. A process that never
 * started has only the name of its script.
 */
function endConcerns(script: LoadScript, key: KeyLabel, starts: readonly Start[]): boolean {
  const uses = ({ config }: Start) => config.experiments.some((experiment) => experiment.key === key);
  const started = starts.filter((start) => start.script === script);
  if (started.length > 0) return started.some(uses);
  return script !== 'daily' || !starts.some(uses);
}
