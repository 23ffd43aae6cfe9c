import { CHECKS, PROBES } from '../../suites/index.ts';
import { apiKey, type EndedTrace } from '../exchange/index.ts';
import type { Io } from '../io/io.ts';
import { judgeTrace } from '../judge/checks/judge-trace.ts';
import type { Verdict } from '../judge/verdict.ts';
import {
  type Fault,
  faults,
  type LegalVariant,
  legalVariants,
  startReference,
  type Variant,
} from '../reference/index.ts';
import { QUOTAS } from '../spec/plans.ts';
import { runAtOnce } from './at-once.ts';
import { runCheck } from './check.ts';
import { CHECK_DEFAULTS, type CheckRequest, prepare } from './prepare.ts';

/** One server against every check. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly kind: 'fault' | 'legal';
  /** Requirements that failed. */
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
  /** What is not as it should be; empty for a fault killed by just its requirements and for a legal variant that passed. */
  readonly problems: readonly string[];
  readonly requests: number;
}

/** Every server of the matrix stands on loopback; long enough for a busy machine, short enough for the faults that never answer. */
const TIMEOUT_MS = 5_000;

/** What a run against a reference server needs. */
type MatrixIo = Pick<Io, 'clock' | 'random' | 'network'>;

/** What the store holds at the start: the animals that the variant needs, else 25; or none. */
export type Stock = 'filled' | 'empty';

/** Runs the whole matrix on filled stores, a few servers at a time: most of a run is waiting. */
export function killMatrix(io: MatrixIo, see: (row: Row) => void, signal: AbortSignal, atOnce = 8): Promise<Row[]> {
  const jobs = [
    ...faults.map((fault) => () => faultRow(fault, io, signal)),
    ...legalVariants.map((variant) => () => legalRow(variant, io, signal)),
  ];
  return runAtOnce(jobs, atOnce, signal, see);
}

/**
 * One fault against every check. On a filled store each requirement that it breaks must fail. On an empty one some of them have nothing to
 * look at: one consequence that fails is enough, and requirements that are inconclusive do not let the fault pass.
 */
export async function faultRow(fault: Fault, io: MatrixIo, signal: AbortSignal, stock: Stock = 'filled'): Promise<Row> {
  const { row } = await judged(fault, 'fault', io, signal, stock);
  const isFound = (id: string) =>
    row.failed.includes(id) || (stock === 'empty' && (row.failed.length > 0 || row.inconclusive.includes(id)));
  return { ...row, problems: faultProblems(fault, row.failed, isFound, () => 'did not fail') };
}

/** What a fault breaks and was not found, and what failed without being broken. */
export function faultProblems(
  { breaks, follows = [] }: Fault,
  failed: readonly string[],
  isFound: (id: string) => boolean,
  outcome: (id: string) => string,
): string[] {
  const survived = breaks.filter((id) => !isFound(id)).map((id) => `survived: ${id} ${outcome(id)}`);
  const stray = failed.filter((id) => ![...breaks, ...follows].includes(id)).map((id) => `stray: ${id} failed too`);
  return [...survived, ...stray];
}

/** One legal variant against every check. */
export async function legalRow(
  variant: LegalVariant,
  io: MatrixIo,
  signal: AbortSignal,
  stock: Stock = 'filled',
): Promise<Row> {
  const { row, verdicts } = await judged(variant, 'legal', io, signal, stock);
  const alarms = verdicts.filter(({ verdict, level }) => verdict === 'fail' && level === 'must');
  return { ...row, problems: alarms.map(({ id }) => `false alarm: ${id}`) };
}

async function judged(variant: Variant, kind: Row['kind'], io: MatrixIo, signal: AbortSignal, stock: Stock) {
  const needs = stock === 'empty' ? { ...variant.needs, seed: 0 } : variant.needs;
  const { verdicts, trace } = await runAgainst([variant], needs, io, signal);
  const { id, title } = variant;
  return { verdicts, row: { id, title, kind, ...namesOf(verdicts), requests: trace.exchanges.length } };
}

function namesOf(verdicts: readonly Verdict[]) {
  const of = (kind: string): readonly string[] =>
    verdicts.filter(({ verdict }) => verdict === kind).map(({ id }) => id);
  return { failed: of('fail'), inconclusive: of('inconclusive') };
}

/** One run against a reference server of its own. Pro, so that no run has to wait for a window. */
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
      baseUrl: reference.baseUrl,
      targetName: 'reference',
      targetClass: 'local',
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
