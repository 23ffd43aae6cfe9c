import { type Exchange, isAnswered, type LoadEnd, type Trace } from '../exchange/index.ts';
import { REMOVAL_DATE, SUNSET_WATCH_DAYS } from '../spec/operations.ts';
import { requirement } from '../spec/requirements/index.ts';
import { animalIn, payloadOf } from '../store/index.ts';
import { exitCodeOf, type FailOn, outcomeOfRun } from '../verdict/gate.ts';
import { type SetUpMistake, setUpMistake } from '../verdict/set-up.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { clockOffset } from './clock-offset.ts';
import { curlFor } from './curl.ts';
import type { PlanLimits, RequirementResult, Residue, Result, ResultFinding } from './result.ts';

/** What the judges said of a trace. */
export interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly numbers?: Readonly<Record<string, PlanLimits>>;
  /** By plan: a key whose limit could not be judged, and what to do. */
  readonly mistakes?: Readonly<Record<string, SetUpMistake>>;
}

/** results.json as a pure function of the trace and its verdicts: judged again, a journal gives the same bytes. */
export function buildResult(trace: Trace, { verdicts, numbers = {}, mistakes = {} }: Judged, failOn: FailOn): Result {
  const { head, end, exchanges } = trace;
  const { settings } = head;
  const outcome = outcomeOfRun(verdicts, trace, failOn);
  const mistake = end?.reason === 'set-up' ? setUpMistake(trace) : onlyMistake(trace, mistakes);
  const partial = settings.only.length + settings.skip.length > 0;
  const loaded = loadExchanges(trace);
  const all = [...exchanges, ...loaded];
  const offset = clockOffset(exchanges.length > 0 ? exchanges : loaded);
  const k6 = loadEnds(trace).find((one) => one.k6 !== null)?.k6;
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
      ...(k6 === undefined || k6 === null ? {} : { k6 }),
    },
    target: { ...head.target, clockOffset: offset },
    settings: {
      plan: settings.plan,
      windowSeconds: settings.windowSeconds,
      readOnly: settings.readOnly,
      today: settings.today,
      partial,
    },
    requirements: verdicts.map((verdict) => row(verdict, trace, all)),
    limits: numbers,
    requests: requests(trace, loaded),
    ...(mistake === undefined ? {} : { setUp: mistake }),
    residue: residueOf(all),
    warnings: [...warnings(trace, partial, offset), ...loadWarnings(trace, mistakes)],
  };
}

/** A set-up mistake of the whole run: no plan's limit could be judged, and nothing else was asked for. */
function onlyMistake({ head }: Trace, mistakes: NonNullable<Judged['mistakes']>): SetUpMistake | undefined {
  const plans = head.limits?.plans ?? [];
  const every = plans.length > 0 && plans.every(({ plan }) => mistakes[plan] !== undefined);
  return every && head.command === 'limits' ? Object.values(mistakes)[0] : undefined;
}

function loadExchanges({ load = [] }: Trace): Exchange[] {
  return load.flatMap((record) => ('kind' in record ? [] : [record]));
}

function loadEnds({ load = [] }: Trace): LoadEnd[] {
  return load.flatMap((record) => ('kind' in record && record.kind === 'load-end' ? [record] : []));
}

function loadWarnings(trace: Trace, mistakes: NonNullable<Judged['mistakes']>): string[] {
  const several = (trace.head.limits?.plans.length ?? 0) > 1 || trace.head.command !== 'limits';
  return [
    ...(several ? Object.values(mistakes).map(({ message, fix }) => `${message}. ${fix}`) : []),
    ...loadEnds(trace).flatMap(({ script, problems }) => problems.map(({ message }) => `k6 (${script}): ${message}`)),
  ];
}

function row(verdict: Verdict, trace: Trace, exchanges: readonly Exchange[]): RequirementResult {
  const { title, clause, quote, source } = requirement(verdict.id);
  return {
    id: verdict.id,
    level: verdict.level,
    title,
    clause,
    quote,
    ...(source === undefined ? {} : { source }),
    plan: verdict.plan ?? trace.head.settings.plan,
    verdict: verdict.verdict,
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    ...(verdict.value === undefined ? {} : { value: verdict.value }),
    subjects: verdict.subjects,
    findings: verdict.findings.map((finding): ResultFinding => {
      const last = exchanges.find(({ seq }) => seq === finding.exchanges.at(-1));
      return { ...finding, ...(last === undefined ? {} : { curl: curlFor(last, trace.head.target.baseUrl) }) };
    }),
  };
}

function requests({ head, exchanges }: Trace, loaded: readonly Exchange[]): Result['requests'] {
  const byStatus = countBy([...exchanges, ...loaded], (exchange) =>
    isAnswered(exchange) ? String(exchange.received.status) : 'no answer',
  );
  const planOf = (exchange: Exchange) => exchange.key?.split('#')[0] ?? head.settings.plan;
  const checked = exchanges.length > 0 ? { [head.settings.plan]: exchanges.length } : {};
  const byPlan = Object.entries(countBy(loaded, planOf)).reduce(
    (sums, [plan, count]) => ({ ...sums, [plan]: (sums[plan] ?? 0) + count }),
    checked as Record<string, number>,
  );
  return {
    planned: head.planned,
    sent: exchanges.length + loaded.length,
    byStatus,
    byPlan,
    // What k6 provokes is planned.
    unplanned429: exchanges.filter((exchange) => isAnswered(exchange) && exchange.received.status === 429).length,
  };
}

function countBy(exchanges: readonly Exchange[], name: (exchange: Exchange) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const exchange of exchanges) counts[name(exchange)] = (counts[name(exchange)] ?? 0) + 1;
  return counts;
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
