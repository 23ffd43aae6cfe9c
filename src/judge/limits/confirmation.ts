import {
  isKind,
  type K6Process,
  type KeyLabel,
  type LimitSettings,
  type Load,
  loadOfProcesses,
  type Trace,
} from '../../exchange/index.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import type { Verdict } from '../verdict.ts';

/**
 * A service that restarts meanwhile and forgets its counters, or whose clock is set, looks like one that breaks these: so a breach of
 * them is looked at a second time before it is called one.
 */
export const EXPLAINED_BY_RESTART: readonly RequirementId[] = [
  'limit.reset-true',
  'limit.refill-rate',
  'limit.window-is-a-minute',
  'limit.all-operations',
];

/** The plans whose limit is to be pushed once more, and nothing besides; undefined where there is none. */
export function secondLook(trace: Trace, verdicts: readonly Verdict[]): LimitSettings | undefined {
  const { limits } = trace.head;
  if (limits === undefined) return undefined;
  const spared = (trace.load?.notes ?? []).flatMap((record) =>
    isKind(record, 'experiment') && ![undefined, 'unanswered'].includes(record.stopped) ? [record.key] : [],
  );
  const plans = limits.plans.filter(
    ({ plan, key }) => !spared.includes(key) && verdicts.some((verdict) => verdict.plan === plan && isInDoubt(verdict)),
  );
  return plans.length === 0 ? undefined : { ...limits, plans, sustainWindows: 0, daily: {}, ban: {} };
}

function isInDoubt({ id, verdict, level, suspected }: Verdict): boolean {
  return suspected !== undefined || (EXPLAINED_BY_RESTART.includes(id) && verdict === 'fail' && level === 'must');
}

/** Seen twice. */
function asBroken(verdict: Verdict): Verdict {
  const { suspected, reason: _, ...rest } = verdict;
  return suspected === undefined ? verdict : { ...rest, verdict: 'fail', findings: suspected };
}

/**
 * What was recorded at each look at a key's limit, with what was recorded besides. Processes that ran at the same time (instances
 * that were merged) are one look.
 */
export function looksAt(key: KeyLabel, load: Load): readonly Load[] {
  const { processes } = load;
  const pushing = processes.filter(({ start, lines }) => start.script === 'quota' && lines.last(key) !== undefined);
  const looks: K6Process[][] = [];
  for (const pushed of pushing) {
    const before = looks.at(-1);
    if (before === undefined || before.every((one) => isOver(one, pushed.start.at))) looks.push([pushed]);
    else before.push(pushed);
  }
  if (looks.length <= 1) return [load];
  const besides = processes.filter((process) => !pushing.includes(process));
  return looks.map((look) => loadOfProcesses([...look, ...besides]));
}

/** Our driver says so; k6 by itself shows it by its times. */
const isOver = ({ notes, until }: K6Process, at: number): boolean =>
  until < at || notes.some((note) => isKind(note, 'load-end'));

/** One verdict of two looks at the same limit: what a mishap would explain must have been seen both times. */
export function confirmed(first: Verdict, second: Verdict): Verdict {
  const certain = [first, second].find((verdict) => verdict.verdict === 'fail' && !isInDoubt(verdict));
  if (certain !== undefined) return certain;
  if (isInDoubt(first) && isInDoubt(second)) return asBroken(second);
  if (isInDoubt(first)) return doubted(first, second, 'the first', 'the second time');
  if (isInDoubt(second)) return doubted(second, first, 'the second', 'the first time');
  const rank = ['pass', 'observed', 'not-applicable', 'inconclusive'];
  return rank.indexOf(first.verdict) < rank.indexOf(second.verdict) ? first : second;
}

function doubted(seen: Verdict, other: Verdict, when: string, otherTime: string): Verdict {
  const { findings, suspected = findings, ...rest } = seen;
  const then = `${WORDS[other.verdict]}${other.reason === undefined ? '' : `: ${other.reason}`}`;
  return {
    ...rest,
    verdict: 'inconclusive',
    reason: `${suspected[0]?.message ?? 'broken'}, but only ${when} of two times that the limit was pushed (${otherTime}, ${then}). A restart of the service, a set clock or a request of somebody else would explain it`,
    findings: [],
  };
}

const WORDS: Readonly<Record<Verdict['verdict'], string>> = {
  pass: 'it passed',
  fail: 'it failed',
  inconclusive: 'it could not be proven',
  'not-applicable': 'it did not apply',
  observed: 'it was observed',
};
