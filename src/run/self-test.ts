import { CHECKS, PROBES } from '../../suites/index.ts';
import { apiKey, type EndedTrace } from '../exchange/index.ts';
import type { Io } from '../io/io.ts';
import { judgeTrace } from '../judge/checks/judge-trace.ts';
import type { Verdict } from '../judge/verdict.ts';
import { type Fault, faults, legalVariants, startReference, type Variant } from '../reference/index.ts';
import { QUOTAS } from '../spec/plans.ts';
import { runCheck } from './check.ts';
import { CHECK_DEFAULTS, type CheckRequest, prepare } from './prepare.ts';

/** One server against every check. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly kind: 'fault' | 'legal';
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
  /** Deviations; empty for a fault that fails exactly its requirements and for a legal variant that passes. */
  readonly problems: readonly string[];
  readonly requests: number;
}

/** Timeout in milliseconds on loopback: long enough for a busy machine, short enough for faults that never respond. */
const TIMEOUT_MS = 5_000;

/** The dependencies of a run against a reference server. */
type MatrixIo = Pick<Io, 'clock' | 'random' | 'network'>;

/** The initial store: the animals that the variant needs, else 25, or none. */
export type Stock = 'filled' | 'empty';

/** Servers in parallel: a run mostly waits. */
const AT_ONCE = 8;

/** Runs the matrix with filled stores. */
export function killMatrix(io: MatrixIo, see: (row: Row) => void, signal: AbortSignal): Promise<Row[]> {
  const jobs = [
    ...faults.map((fault) => () => faultRow(fault, io, signal)),
    ...legalVariants.map((variant) => () => legalRow(variant, io, signal)),
  ];
  return runAtOnce(jobs, AT_ONCE, signal, see);
}

/** One fault against every check. With a filled store, each requirement that it violates must fail; with an empty one, one consequence is enough. */
export async function faultRow(fault: Fault, io: MatrixIo, signal: AbortSignal, stock: Stock = 'filled'): Promise<Row> {
  const { row } = await judged(fault, 'fault', io, signal, stock);
  const isFound = (id: string) =>
    row.failed.includes(id) || (stock === 'empty' && (row.failed.length > 0 || row.inconclusive.includes(id)));
  return { ...row, problems: faultProblems(fault, row.failed, isFound, () => 'did not fail') };
}

/** The requirements that a fault violates and that did not fail, and those that failed without reason. */
export function faultProblems(
  { breaks, follows = [] }: Fault,
  failed: readonly string[],
  isFound: (id: string) => boolean,
  outcome: (id: string) => string,
): string[] {
  const missed = breaks.filter((id) => !isFound(id)).map((id) => `not found: ${id} ${outcome(id)}`);
  const extra = failed.filter((id) => ![...breaks, ...follows].includes(id)).map((id) => `also failed: ${id}`);
  return [...missed, ...extra];
}

/** One legal variant against every check. */
export async function legalRow(
  variant: Variant,
  io: MatrixIo,
  signal: AbortSignal,
  stock: Stock = 'filled',
): Promise<Row> {
  const { row, verdicts } = await judged(variant, 'legal', io, signal, stock);
  const alarms = verdicts.filter(({ verdict, level }) => verdict === 'fail' && level === 'must');
  return { ...row, problems: alarms.map(({ id }) => `false alarm: ${id}`) };
}

async function judged(variant: Variant, kind: Row['kind'], io: MatrixIo, signal: AbortSignal, stock: Stock) {
  const { id, title } = variant;
  const needs = stock === 'empty' ? { ...variant.needs, seed: 0 } : variant.needs;
  const { verdicts, trace } = await runAgainst([variant], needs, io, signal);
  const namesOf = (kind: Verdict['verdict']): readonly string[] =>
    verdicts.flatMap((row) => (row.verdict === kind ? [row.id] : []));
  const row = { id, title, kind, failed: namesOf('fail'), inconclusive: namesOf('inconclusive') };
  return { verdicts, row: { ...row, requests: trace.exchanges.length } };
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
