import { apiKey, type EndedTrace } from '../../src/exchange/index.ts';
import type { Io } from '../../src/io/io.ts';
import { judgeTrace } from '../../src/judge/checks/judge-trace.ts';
import type { Verdict } from '../../src/judge/verdict.ts';
import { startReference } from '../../src/reference/index.ts';
import { runCheck } from '../../src/run/check.ts';
import { CHECK_DEFAULTS, type CheckRequest, prepare } from '../../src/run/prepare.ts';
import { QUOTAS } from '../../src/spec/plans.ts';
import { CHECKS, PROBES } from '../../suites/index.ts';
import { faults, legalVariants } from './index.ts';
import type { Fault, Variant } from './table.ts';

/** What a run against one server showed. */
export interface Attempt {
  readonly failed: readonly string[];
  readonly musts: readonly string[];
  readonly inconclusive: readonly string[];
  readonly requests: number;
  /** Why the run itself is incomplete. */
  readonly problems: readonly string[];
  readonly codes?: readonly (readonly [code: string, requirement: string])[];
}

/** One server against every check, or against the limit experiment. */
export interface Row extends Omit<Attempt, 'musts'> {
  readonly id: string;
  readonly title: string;
  readonly kind: 'fault' | 'legal';
  /** Deviations; empty for a fault that fails exactly its requirements and for a legal variant that passes. */
  readonly problems: readonly string[];
  readonly attempts?: number;
}

/** Timeout in milliseconds on loopback: long enough for a busy machine, short enough for faults that never respond. */
const TIMEOUT_MS = 5_000;

type MatrixIo = Pick<Io, 'clock' | 'random' | 'network'>;

/** Servers in parallel: a run mostly waits. */
const AT_ONCE = 24;

/** Runs the matrix with filled stores. Each run has a signal of its own: Node.js warns if one has many listeners. */
export function killMatrix(io: MatrixIo, see: (row: Row) => void, signal: AbortSignal): Promise<Row[]> {
  const jobs = [...faults, ...legalVariants].map((variant) => () => matrixRow(variant, io, AbortSignal.any([signal])));
  return runAtOnce(jobs, AT_ONCE, signal, see);
}

export const isFault = (variant: Variant): variant is Fault => 'breaks' in variant;

export async function matrixRow(variant: Variant, io: MatrixIo, signal: AbortSignal): Promise<Row> {
  const { verdicts, trace } = await runAgainst([variant], variant.needs, io, signal);
  return rowOf(variant, {
    ...resultsOf(verdicts),
    requests: trace.exchanges.length,
    problems: [],
    codes: verdicts.flatMap(({ id, verdict, findings }) =>
      verdict === 'fail' ? findings.map(({ code = '' }) => [code, id] as const) : [],
    ),
  });
}

export function resultsOf(verdicts: readonly Verdict[]): Pick<Attempt, 'failed' | 'musts' | 'inconclusive'> {
  const idsOf = (rows: readonly Verdict[]) => rows.map(({ id }) => id);
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail');
  return {
    failed: idsOf(failed),
    musts: idsOf(failed.filter(({ level }) => level === 'must')),
    inconclusive: idsOf(verdicts.filter(({ verdict }) => verdict === 'inconclusive')),
  };
}

/** Compares what failed with what should: of a fault exactly what it violates and its consequences, of a legal variant no must. */
export function rowOf(variant: Variant, { musts, problems, ...attempt }: Attempt): Row {
  const { id, title } = variant;
  const { failed, inconclusive } = attempt;
  if (!isFault(variant)) {
    const alarms = musts.map((must) => `false alarm: ${must}`);
    return { id, title, kind: 'legal', ...attempt, problems: [...alarms, ...problems] };
  }
  const { breaks, follows = [] } = variant;
  const missed = breaks
    .filter((one) => !failed.includes(one))
    .map((one) => `not found: ${one} ${inconclusive.includes(one) ? 'was inconclusive' : 'did not fail'}`);
  const extra = failed.filter((one) => ![...breaks, ...follows].includes(one)).map((one) => `also failed: ${one}`);
  return { id, title, kind: 'fault', ...attempt, problems: [...missed, ...extra, ...problems] };
}

/** One run against its own reference server, with a Pro key so that it never waits for a window. */
export async function runAgainst(
  variants: readonly Variant[],
  needs: Variant['needs'],
  io: MatrixIo,
  signal: AbortSignal,
  change: Partial<CheckRequest> = {},
): Promise<{ trace: EndedTrace; verdicts: Verdict[] }> {
  const reference = await startReference({ variants, ...needs }, io);
  try {
    const plan = change.plan ?? 'pro';
    const request: CheckRequest = {
      ...CHECK_DEFAULTS,
      command: 'self-test',
      target: { name: 'reference', baseUrl: reference.baseUrl, class: 'local' },
      plan,
      keyHasLetters: true,
      quota: QUOTAS[plan] ?? QUOTAS.pro,
      windowSeconds: needs?.windowSeconds ?? 60,
      today: '2026-11-21',
      ...change,
    };
    const trace = await runCheck(prepare(request, CHECKS, PROBES, io), {
      io,
      key: apiKey(`${plan}#1`, reference.keys[plan]),
      timeoutMs: TIMEOUT_MS,
      permit: { writes: true },
      signal,
      record: () => undefined,
    });
    return { trace, verdicts: judgeTrace(trace) };
  } finally {
    await reference.close();
  }
}

/**
 * Runs jobs in order with limited concurrency. Starts no more jobs after the signal is aborted.
 * @param see called with each result as it comes
 */
export async function runAtOnce<Result>(
  jobs: readonly (() => Promise<Result>)[],
  atOnce: number,
  signal: AbortSignal,
  see: (result: Result) => void = () => undefined,
): Promise<Result[]> {
  const waiting = jobs.values();
  const results: Result[] = [];
  const worker = async (): Promise<void> => {
    // One iterator for all workers: each takes the next job.
    for (const job of waiting) {
      if (signal.aborted) return;
      const result = await job();
      results.push(result);
      see(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
