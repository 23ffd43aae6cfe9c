import type { EndedTrace } from '../exchange/index.ts';
import { stoppedByDay } from '../judge/checks/day-used-up.ts';
import { repeatableIn } from '../judge/checks/repeatable.ts';
import { setUpMistake } from '../judge/checks/set-up.ts';
import { drift, type Pinned } from '../judge/gate/drift.ts';
import { exitCodeOf, type FailOn, isFailingProblem, outcomeOfRun } from '../judge/gate/gate.ts';
import { signatureOf } from '../judge/gate/signature.ts';
import { applyWaivers, type WaiverEntry } from '../judge/gate/waiver.ts';
import type { Judged } from '../judge/judge-run.ts';
import type { Verdict } from '../judge/verdict.ts';
import { quoteFor } from '../spec/requirement.ts';
import { type RequirementId, requirement } from '../spec/requirements/index.ts';
import type { SetUpMistake } from '../text/mistakes.ts';
import { note } from '../text/notes.ts';
import { curlFor } from './curl.ts';
import { loadEnds } from './load.ts';
import { loadNotes, runNotes, windowNotes } from './notes.ts';
import { readBefore } from './read-before.ts';
import { rerunResult, verdictOfRerun } from './rerun.ts';
import { canCreate } from './residue.ts';
import type { Note, RequirementResult, Result, ResultFinding } from './result.ts';
import { sentIn } from './sent.ts';

export interface Expected {
  /** May include waivers of other targets. */
  readonly waivers?: readonly WaiverEntry[] | undefined;
  /** Path of the configuration with the waivers. */
  readonly file?: string | undefined;
  /** The pinned observations of this target; undefined if nothing is pinned. */
  readonly pinned?: readonly Pinned[] | undefined;
  /** Path of the file with pinned observations. */
  readonly observations?: string | undefined;
}

/** results.json as a pure function of the trace, its verdicts and the expectations: judging a journal again gives the same bytes. */
export function buildResult(
  trace: EndedTrace,
  { verdicts, numbers = {}, mistakes = {} }: Pick<Judged, 'verdicts'> & Partial<Judged>,
  failOn: readonly FailOn[],
  { waivers, file, pinned, observations }: Expected = {},
): Result {
  const { head, end } = trace;
  const { settings } = head;
  const mistake = end?.reason === 'set-up' ? setUpMistake(trace) : onlyMistake(trace, mistakes);
  const detail = stoppedByDay(trace)?.reason;
  const partial = settings.only.length + settings.skip.length > 0;
  const { requests, residue, clockOffset } = sentIn(trace);
  const k6 = loadEnds(trace).find((one) => one.k6 !== null)?.k6;
  const notes: Note[] = [
    ...runNotes(trace, partial, clockOffset),
    ...loadNotes(trace, mistakes, mistake),
    ...windowNotes(trace, verdicts, numbers),
    ...(pinned === undefined && (observations !== undefined || failOn.includes('drift'))
      ? [note('nothing-pinned', { target: head.target.name, file: observations ?? 'FILE' })]
      : []),
  ];
  const { rows, problems, elsewhere } = applyWaivers(
    verdicts.map((verdict) => row(verdictOfRerun(verdict, head.rerun), trace, numbers)),
    waivers ?? [],
    { target: head.target.name, today: settings.today, file },
  );
  for (const { line, requirement: waived, target: other = '' } of elsewhere)
    notes.push(
      note('waiver-elsewhere', {
        line,
        requirement: waived,
        file: file ?? 'the configuration',
        other,
        target: head.target.name,
      }),
    );
  const drifted = pinned === undefined ? undefined : drift(rows, pinned);
  const gateCounts = {
    waiverProblems: problems.filter((one) => isFailingProblem(one, failOn)).length,
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
      ...(detail === undefined ? {} : { endDetail: detail }),
      ...(k6 === undefined || k6 === null ? {} : { k6 }),
    },
    target: { ...head.target, clockOffset },
    settings: {
      plan: settings.plan,
      windowSeconds: settings.windowSeconds,
      readOnly: settings.readOnly,
      ...(settings.readOnlyBy === undefined ? {} : { readOnlyBy: settings.readOnlyBy }),
      today: settings.today,
      partial,
      ...(settings.exploration === undefined ? {} : { exploration: settings.exploration }),
      ...(settings.keySources === undefined ? {} : { keySources: settings.keySources }),
      ...(settings.call === undefined ? {} : { call: settings.call }),
      failOn: [...new Set<FailOn>(['must', ...failOn])],
    },
    requirements: rows,
    limits: numbers,
    requests,
    ...(mistake === undefined ? {} : { setUp: mistake }),
    residue,
    ...(head.rerun === undefined ? {} : { rerun: rerunResult(head.rerun, rows) }),
    warnings: notes.map(({ message }) => message),
    notes,
    ...(waivers === undefined ? {} : { waiverProblems: problems }),
    ...(drifted === undefined ? {} : { drift: drifted }),
    ...(observations === undefined ? {} : { observations }),
  };
}

/** Without k6, neither a limit nor the capacity can be tested. */
function codeOf({ id, verdict, code }: Verdict, trace: EndedTrace): RequirementResult['code'] {
  const isLoad = /^(?:limit|capacity)\./.test(id) && verdict === 'inconclusive';
  const isMissing = loadEnds(trace).some(({ problems }) => problems.some(({ kind }) => kind === 'not-found'));
  return code ?? (isLoad && isMissing ? 'k6-missing' : undefined);
}

/** A set-up mistake of the complete run: no plan's limit could be judged, and the run has no other part. */
function onlyMistake({ head }: EndedTrace, mistakes: Judged['mistakes']): SetUpMistake | undefined {
  const plans = head.limits?.plans ?? [];
  const every = plans.length > 0 && plans.every(({ plan }) => mistakes[plan] !== undefined);
  return every && head.command === 'limits' ? Object.values(mistakes)[0] : undefined;
}

/** Requirements that compare Reset with the moments of responses. */
const TIMED: readonly RequirementId[] = ['limit.reset-true', 'limit.window-is-a-minute'];

function row(verdict: Verdict, trace: EndedTrace, numbers: Judged['numbers']): RequirementResult {
  const resolutionMs = TIMED.includes(verdict.id) ? numbers[verdict.plan ?? '']?.resolutionMs : undefined;
  const required = requirement(verdict.id);
  const { title, clause, source } = required;
  const plan = verdict.plan ?? trace.head.settings.plan;
  const code = codeOf(verdict, trace);
  return {
    id: verdict.id,
    level: verdict.level,
    title,
    clause,
    quote: quoteFor(required, plan),
    ...(source === undefined ? {} : { source }),
    plan,
    verdict: verdict.verdict,
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    ...(code === undefined ? {} : { code }),
    ...(verdict.params === undefined ? {} : { params: verdict.params }),
    ...(verdict.value === undefined ? {} : { value: verdict.value }),
    subjects: verdict.subjects,
    ...(typeof resolutionMs === 'number' ? { resolution: Math.ceil(resolutionMs / 100) / 10 } : {}),
    findings: verdict.findings.map((finding): ResultFinding => {
      const exchange = repeatableIn(trace, verdict.id, finding);
      if (exchange === undefined) return { ...finding };
      const curl = curlFor(
        exchange,
        trace.head.target.baseUrl,
        readBefore(exchange, trace),
        trace.head.settings.timeoutMs,
      );
      return { ...finding, curl, ...(canCreate(exchange) ? { creates: true as const } : {}) };
    }),
    ...(verdict.verdict === 'fail' ? { signature: signatureOf(verdict.id, verdict.findings) } : {}),
  };
}
