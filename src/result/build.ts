import { type Exchange, isAnswered, type Trace } from '../exchange/index.ts';
import { REMOVAL_DATE, SUNSET_WATCH_DAYS } from '../spec/operations.ts';
import { requirement } from '../spec/requirements/index.ts';
import { animalIn, payloadOf } from '../store/index.ts';
import { exitCodeOf, type FailOn, outcomeOfRun } from '../verdict/gate.ts';
import { setUpMistake } from '../verdict/set-up.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { clockOffset } from './clock-offset.ts';
import { curlFor } from './curl.ts';
import type { RequirementResult, Residue, Result, ResultFinding } from './result.ts';

/** results.json as a pure function of the trace and its verdicts: judged again, a journal gives the same bytes. */
export function buildResult(trace: Trace, verdicts: readonly Verdict[], failOn: FailOn): Result {
  const { head, end, exchanges } = trace;
  const { settings } = head;
  const outcome = outcomeOfRun(verdicts, trace, failOn);
  const mistake = end?.reason === 'set-up' ? setUpMistake(trace) : undefined;
  const partial = settings.only.length + settings.skip.length > 0;
  const offset = clockOffset(exchanges);
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
    },
    target: { ...head.target, clockOffset: offset },
    settings: {
      plan: settings.plan,
      windowSeconds: settings.windowSeconds,
      readOnly: settings.readOnly,
      today: settings.today,
      partial,
    },
    requirements: verdicts.map((verdict) => row(verdict, trace)),
    requests: requests(trace),
    ...(mistake === undefined ? {} : { setUp: mistake }),
    residue: residueOf(exchanges),
    warnings: warnings(trace, partial, offset),
  };
}

function row(verdict: Verdict, trace: Trace): RequirementResult {
  const { title, clause, quote, source } = requirement(verdict.id);
  return {
    id: verdict.id,
    level: verdict.level,
    title,
    clause,
    quote,
    ...(source === undefined ? {} : { source }),
    plan: trace.head.settings.plan,
    verdict: verdict.verdict,
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    ...(verdict.value === undefined ? {} : { value: verdict.value }),
    subjects: verdict.subjects,
    findings: verdict.findings.map((finding): ResultFinding => {
      const last = trace.exchanges.find(({ seq }) => seq === finding.exchanges.at(-1));
      return { ...finding, ...(last === undefined ? {} : { curl: curlFor(last, trace.head.target.baseUrl) }) };
    }),
  };
}

function requests({ head, exchanges }: Trace): Result['requests'] {
  const byStatus: Record<string, number> = {};
  for (const exchange of exchanges) {
    const status = isAnswered(exchange) ? String(exchange.received.status) : 'no answer';
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  }
  return {
    planned: head.planned,
    sent: exchanges.length,
    byStatus,
    byPlan: { [head.settings.plan]: exchanges.length },
    unplanned429: byStatus['429'] ?? 0,
  };
}

/** Everything that a create may have left behind, also where the answer was lost or should have been a refusal. */
function residueOf(exchanges: readonly Exchange[]): Residue[] {
  return exchanges.flatMap((exchange) => {
    if (exchange.operation !== 'createPet' || (isAnswered(exchange) && exchange.received.status >= 300)) return [];
    const animal = isAnswered(exchange) ? animalIn(exchange) : undefined;
    return [
      {
        id: animal?.id ?? null,
        name: animal?.name ?? payloadOf(exchange)?.name ?? null,
        probe: exchange.probe,
        exchange: exchange.seq,
      },
    ];
  });
}

/** A clock that is off by more than this is worth a word: Reset and Retry-After dates are read by the server's. */
const CLOCK_SECONDS = 2;
const DAY = 86_400_000;

function warnings({ head, end }: Trace, partial: boolean, offset: { from: number; to: number } | null): string[] {
  const { settings } = head;
  const said: string[] = [];
  if (partial)
    said.push('partial run (--only or --skip): what was left out is inconclusive, so this run cannot pass a gate');
  if (settings.readOnly)
    said.push('read-only run: nothing was created, so what needs an animal of our own is not applicable');
  if (offset !== null && (offset.from > CLOCK_SECONDS || offset.to < -CLOCK_SECONDS))
    said.push(
      `the server's clock is ${offset.from > 0 ? `${offset.from} s ahead of` : `${-offset.to} s behind`} this machine's: one of them is off (its own Date is what Reset is judged by)`,
    );
  const days = Math.ceil((Date.parse(REMOVAL_DATE) - Date.parse(settings.today)) / DAY);
  if (days > 0 && days <= SUNSET_WATCH_DAYS)
    said.push(`GET /pets/{petId} is to be removed in ${days} days, on 5 December 2030`);
  if (end === null) said.push('the journal has no closing record: the run was cut off');
  return said;
}
