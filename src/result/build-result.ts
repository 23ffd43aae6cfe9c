import { type ClockOffset, withDate } from '../exchange/clock-offset.ts';
import { isAnswered, planOfKey, statusName } from '../exchange/exchange.ts';
import { exchangesOf, loadEnds, type RunTrace } from '../exchange/journal/k6-records.ts';
import { DAY_MS, dateOf } from '../exchange/rate-headers.ts';
import { drift } from '../judge/gate/drift.ts';
import { exitCodeOf, levelFailsRun, outcomeOfRun } from '../judge/gate/gate.ts';
import type { Pinned } from '../judge/gate/gate-schema.ts';
import { signatureOf } from '../judge/gate/signature.ts';
import { applyWaivers, type WaiverEntry } from '../judge/gate/waiver.ts';
import { stoppedByDay } from '../judge/refused-key.ts';
import { repeatableIn, simplestFirst } from '../judge/repeatable.ts';
import { setUpMistake } from '../judge/set-up.ts';
import type { Verdict } from '../judge/verdict.ts';
import { REMOVAL_DATE, SUNSET_WATCH_DAYS } from '../spec/operations.ts';
import { type FailOn, quoteFor } from '../spec/requirement.ts';
import { type RequirementId, requirement } from '../spec/requirements/catalogue.ts';
import type { SetUpMistake } from '../text/mistakes.ts';
import { note } from '../text/notes.ts';
import { judgementsOf } from '../verdicts/check-judgements.ts';
import type { Judged } from '../verdicts/limits/judge-limits.ts';
import { curlFor, readBefore } from './curl.ts';
import { residueOf, withShownAnimals } from './residue.ts';
import type { Note, RequirementResult, Residue, Result, ResultFinding } from './result.ts';

export interface Accepted {
  /** May include waivers of other targets. */
  readonly waivers?: readonly WaiverEntry[] | undefined;
  readonly file?: string | undefined;
  /** The pinned observations of this target; undefined if nothing is pinned. */
  readonly pinned?: readonly Pinned[] | undefined;
}

/** Builds results.json from a trace and its verdicts alone, so that judging a journal again gives the same bytes. */
export function buildResult(
  trace: RunTrace,
  { verdicts, numbers = {}, mistakes = {} }: Pick<Judged, 'verdicts'> & Partial<Judged>,
  failOn: readonly FailOn[],
  { waivers, file, pinned }: Accepted = {},
): Result {
  const { head, end } = trace;
  const { plan, windowSeconds, readOnly, readOnlyBy, today, exploration, keySources, options } = head.settings;
  const mistake = end?.reason === 'set-up' ? setUpMistake(trace) : onlyMistake(trace, mistakes);
  const partial = verdicts.some(({ level, code }) => level === 'must' && code === 'not-selected');
  const { requests, residue, clockOffset } = sentIn(trace);
  const notes: Note[] = [
    ...(partial ? [note('partial', {})] : []),
    ...runNotes(trace, clockOffset),
    ...loadNotes(trace, mistakes, mistake),
    ...windowNotes(trace, verdicts, numbers),
  ];
  const { rows, problems } = applyWaivers(
    verdicts.map((verdict) => requirementRow(verdict, trace, numbers)),
    waivers ?? [],
    { target: head.target.name, today, file },
  );
  const drifted = pinned === undefined ? undefined : drift(rows, pinned);
  const gateCounts = {
    waiverProblems: problems.filter((problem) => levelFailsRun(problem, failOn)).length,
    drifts: drifted?.length ?? 0,
  };
  const outcome = outcomeOfRun(rows, trace, failOn, gateCounts);
  return {
    schemaVersion: 1,
    outcome,
    exitCode: exitCodeOf(outcome, trace),
    tool: head.tool,
    spec: head.spec,
    run: {
      id: head.run,
      command: head.command,
      startedAt: head.startedAt,
      finishedAt: end?.finishedAt ?? null,
      end: end?.reason ?? 'cut-off',
      endDetail: stoppedByDay(trace)?.reason,
      k6: loadEnds(trace)[0]?.k6,
    },
    target: { ...head.target, clockOffset },
    settings: {
      plan,
      windowSeconds,
      readOnly,
      readOnlyBy,
      today,
      partial,
      exploration,
      keySources,
      options,
      failOn: [...new Set<FailOn>(['must', ...failOn])],
    },
    requirements: rows,
    limits: numbers,
    requests,
    setUp: mistake,
    residue,
    warnings: notes.map(({ message }) => message),
    notes,
    waiverProblems: waivers && problems,
    drift: drifted,
  };
}

/** The set-up mistake of a `limits` run if no plan's limit could be judged. */
function onlyMistake({ head }: RunTrace, mistakes: Judged['mistakes']): SetUpMistake | undefined {
  const isUnjudged = head.limits?.plans.every(({ plan }) => mistakes[plan] !== undefined);
  return isUnjudged === true && head.command === 'limits' ? Object.values(mistakes)[0] : undefined;
}

/** Requirements that compare Reset with the moments of responses. */
const TIMED: readonly RequirementId[] = ['limit.reset-true', 'limit.window-is-a-minute'];

function requirementRow(verdict: Verdict, trace: RunTrace, numbers: Judged['numbers']): RequirementResult {
  const { id, level, reason, code, params, value, subjects } = verdict;
  const resolutionMs = (TIMED.includes(id) ? numbers[verdict.plan ?? '']?.resolutionMs : undefined) ?? undefined;
  const required = requirement(id);
  const { title, clause, source } = required;
  const plan = verdict.plan ?? trace.head.settings.plan;
  return {
    id,
    level,
    title,
    clause,
    quote: quoteFor(required, plan),
    source,
    plan,
    verdict: verdict.verdict,
    reason,
    code,
    params,
    value,
    subjects,
    resolution: resolutionMs && Math.ceil(resolutionMs / 100) / 10,
    findings: findingsOf(verdict, plan, trace),
    signature: verdict.verdict === 'fail' ? signatureOf(id, verdict.findings) : undefined,
  };
}

/** The findings of a verdict. Those that one request shows again come first, the simplest request before the others. */
function findingsOf({ id, findings }: Verdict, plan: string, trace: RunTrace): ResultFinding[] {
  return findings
    .map((finding) => ({ finding, alone: repeatableIn(trace, judgementsOf(trace), id, finding) }))
    .toSorted(({ alone: a }, { alone: b }) => (a && b ? simplestFirst(a, b) : Number(!a) - Number(!b)))
    .map(({ finding, alone }) => {
      if (alone === undefined) return finding;
      const curl = curlFor(alone, plan, trace.head, readBefore(alone, trace));
      // A refusal proves nothing: a faulty service may store what it refused, even without a valid key.
      return { ...finding, curl, creates: alone.operation === 'createPet' ? true : undefined };
    });
}

/** The facts about exchanges in a result. One pass collects them, because k6 may have sent a million. */
function sentIn(trace: RunTrace) {
  const { head, exchanges } = trace;
  const [byStatus, byPlan] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  let clock: ClockOffset | null = null;
  const created: Residue[] = [];
  // The client's times are more precise than k6's.
  const timed = exchanges.length > 0 ? 'client' : 'k6';
  let sent = 0;
  let unplanned429 = 0;
  for (const exchange of exchangesOf(trace)) {
    const status = statusName(isAnswered(exchange) ? exchange.received.status : 0);
    sent += 1;
    add(byStatus, status);
    // Requests without a key count for the plan of the run.
    add(byPlan, planOfKey(exchange.key) ?? head.settings.plan);
    // The 429s of k6 are planned.
    if (status === '429' && exchange.recorder === 'client') unplanned429 += 1;
    if (isAnswered(exchange) && exchange.recorder === timed)
      clock = withDate(clock, dateOf(exchange.received.headers), exchange.sent.at, exchange.received.at);
    const remaining = residueOf(exchange);
    if (remaining !== undefined) created.push(remaining);
  }
  const requests: Result['requests'] = {
    planned: head.planned,
    sent,
    byStatus: Object.fromEntries(byStatus),
    byPlan: Object.fromEntries(byPlan),
    unplanned429,
  };
  const seconds = (milliseconds: number) => Math.round(milliseconds) / 1_000;
  const clockOffset = clock && { from: seconds(clock.from), to: seconds(clock.to) };
  return { requests, residue: withShownAnimals(created, trace), clockOffset };
}

/** A larger difference between the clocks is reported. */
const MAX_CLOCK_OFFSET_SECONDS = 2;
const MINUTE_SECONDS = 60;

function runNotes({ head, end }: RunTrace, offset: { from: number; to: number } | null): Note[] {
  const { from, to } = offset ?? { from: 0, to: 0 };
  const apart = Math.max(from, -to);
  const days = Math.ceil((Date.parse(REMOVAL_DATE) - Date.parse(head.settings.today)) / DAY_MS);
  return [
    apart > MAX_CLOCK_OFFSET_SECONDS && note('clock', { seconds: apart, direction: from > 0 ? 'ahead of' : 'behind' }),
    days > 0 && days <= SUNSET_WATCH_DAYS && note('removal', { path: '/pets/{petId}', days }),
    end === null && note('cut-off', {}),
  ].filter((note) => note !== false);
}

/** Notes about keys that cannot be used, and about k6. @param setUp the mistake that the result already has */
function loadNotes(trace: RunTrace, mistakes: Judged['mistakes'], setUp: SetUpMistake | undefined): Note[] {
  const ofKeys = Object.entries(mistakes)
    .filter(([, mistake]) => setUp === undefined || noteIdentity(mistake) !== noteIdentity(setUp))
    .map(([plan, { code, params, message: mistake, fix }]): Note => {
      return { ...note('key-set-up', { mistake, fix, code, params }), plan };
    });
  const ofK6 = loadEnds(trace)
    // A run whose k6 was interrupted says so itself.
    .filter(({ problems }) => problems.every(({ kind }) => kind !== 'interrupted'))
    .flatMap(({ script, problems }) =>
      problems
        // The reasons of the requirements already say so.
        .filter(({ kind }) => kind !== 'invalid')
        .map(({ kind, message }) => note('k6', { script, kind, problem: message })),
    );
  return [...ofKeys, ...new Map(ofK6.map((note) => [noteIdentity(note), note])).values()];
}

const noteIdentity = ({ code, params }: Pick<Note, 'params'> & { readonly code: string }) =>
  JSON.stringify([code, params]);

/** Warns that `--window` may be wrong: findings would then say little about the service. */
function windowNotes({ head }: RunTrace, verdicts: Judged['verdicts'], numbers: Judged['numbers']): Note[] {
  const { windowSeconds } = head.settings;
  const ids = ['limit.window-is-a-minute', ...(windowSeconds === MINUTE_SECONDS ? [] : ['rate.reset-in-window'])];
  const isViolated = verdicts.some(({ id, verdict }) => ids.includes(id) && verdict === 'fail');
  const waits = Object.values(numbers).flatMap(({ retryAfterSeen }) => retryAfterSeen.map(Number));
  const isWaitLonger = waits.some((seconds) => seconds > windowSeconds + 1 && seconds <= MINUTE_SECONDS + 1);
  return isViolated || isWaitLonger ? [note('window', { seconds: windowSeconds })] : [];
}
