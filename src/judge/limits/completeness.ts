import {
  type Exchange,
  headerValue,
  isAnswered,
  isKind,
  type K6Process,
  type KeyLabel,
  type LimitPlan,
  type Load,
  type LoadNote,
  lineCounter,
  ofKind,
} from '../../exchange/index.ts';
import { missingFor } from '../../exchange/journal/missing-lines.ts';
import { endConcerns } from './process-ends.ts';

/** Why this plan's experiments are not whole, the plainest reason first. Another plan's experiment that was stopped says nothing of this one. */
export function problemsOf({ key }: Pick<LimitPlan, 'key'>, { notes, processes }: Load): string[] {
  const starts = processes.map(({ start }) => start);
  const told = notes.flatMap((record) =>
    isKind(record, 'load-end') && endConcerns(record.script, key, starts) ? record.problems : [],
  );
  const ended = told.filter(({ kind }) => !['leak', 'incomplete', 'invalid'].includes(kind));
  const stopped = processes.flatMap((process) =>
    closingsOf(process).flatMap((closing) => (closing.key === key ? (whyStopped(closing, process) ?? []) : [])),
  );
  const own = processes.filter((process) => concerns(process, key));
  const lacking = own.length > 0 ? own.flatMap((process) => lackingOf(key, process)) : missingFor(key, NO_PROCESS);
  const reasons = [...ended.map(({ message }) => message), ...stopped, ...lacking.map(({ message }) => message)];
  const invalid = told.filter(({ kind }) => kind === 'invalid' && !processes.some(isExplained));
  return [...new Set([...reasons, ...invalid.map(({ message }) => message)])];
}

const NO_PROCESS = { start: null, lines: lineCounter(), experiments: [] };

type Closing = Extract<LoadNote, { readonly kind: 'experiment' }>;

const closingsOf = ({ notes }: K6Process): Closing[] => ofKind(notes, 'experiment');

const lackingOf = (key: KeyLabel, process: K6Process) =>
  missingFor(key, { ...process, experiments: closingsOf(process) });

const concerns = ({ start }: K6Process, label: KeyLabel) =>
  start.config.experiments.some((experiment) => experiment.key === label);

/** Some line of this process says why k6 sent less than was planned. Where that was the service's refusals, they are judged. */
function isExplained(ended: K6Process): boolean {
  const { refusals = FEWEST_REFUSALS } = ended.start.config;
  const isSpared = ({ refused, sent, planned }: Closing) => refused >= refusals && (sent ?? planned) < planned;
  return (
    ended.lines.held() > 0 ||
    closingsOf(ended).some((closing) => closing.stopped !== undefined || isSpared(closing)) ||
    ended.start.config.experiments.some(({ key }) => lackingOf(key, ended).length > 0)
  );
}

/** After so many, where nothing else was said, a key is spared. */
const FEWEST_REFUSALS = 8;

/** Why an experiment ended before its time; undefined where it did not, or where that is a finding about the service. */
function whyStopped({ key, stopped, refused }: Closing, { lines }: K6Process): string | undefined {
  if (stopped === undefined || stopped === 'refusals') return undefined;
  const again = 'and again after the wait for its reset: somebody else uses this key, or it does not come back';
  const wait = saidToWait(lines.last(key));
  const reasons = {
    exhausted: `${key} was exhausted before the run, ${refused > 1 ? again : `and comes back too late to be waited for${wait}: is the day's limit used up?`}`,
    'not-admitted': `the first request with ${key} was answered neither 2xx nor 429, so its limit was not pushed`,
    unanswered: `too many requests with ${key} were not answered, so its experiment was stopped`,
    deadline: `the burst with ${key} did not fit into a window: the service or the network is too slow, or --connections too few`,
  } as const satisfies Record<typeof stopped, string>;
  return reasons[stopped];
}

function saidToWait(exchange: Exchange | undefined): string {
  if (exchange === undefined || !isAnswered(exchange)) return '';
  const value = headerValue(exchange.received.headers, 'Retry-After');
  return value === undefined ? '' : ` (Retry-After: ${value})`;
}
