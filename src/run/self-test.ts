import { CHECKS, PROBES } from '../../suites/index.ts';
import type { Trace } from '../exchange/index.ts';
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
import { type CheckRequest, prepare } from './prepare.ts';

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

/** Runs the whole matrix, a few servers at a time: most of a run is waiting. */
export function killMatrix(io: MatrixIo, see: (row: Row) => void, signal: AbortSignal, atOnce = 8): Promise<Row[]> {
  const jobs = [
    ...faults.map((fault) => () => faultRow(fault, io, signal)),
    ...legalVariants.map((variant) => () => legalRow(variant, io, signal)),
  ];
  return runAtOnce(jobs, atOnce, signal, see);
}

async function faultRow(fault: Fault, io: MatrixIo, signal: AbortSignal): Promise<Row> {
  const { verdicts, trace } = await runAgainst([fault], fault.needs, io, signal);
  const { failed, inconclusive } = namesOf(verdicts);
  const expected = [...fault.breaks, ...(fault.follows ?? [])];
  const survived = fault.breaks.filter((id) => !failed.includes(id)).map((id) => `survived: ${id} did not fail`);
  const stray = failed.filter((id) => !expected.includes(id)).map((id) => `stray: ${id} failed too`);
  return {
    id: fault.id,
    title: fault.title,
    kind: 'fault',
    failed,
    inconclusive,
    problems: [...survived, ...stray],
    requests: trace.exchanges.length,
  };
}

async function legalRow(variant: LegalVariant, io: MatrixIo, signal: AbortSignal): Promise<Row> {
  const { verdicts, trace } = await runAgainst([variant], variant.needs, io, signal);
  const { failed, inconclusive } = namesOf(verdicts);
  const musts = verdicts
    .filter(({ verdict, level }) => verdict === 'fail' && level === 'must')
    .map(({ id }) => `false alarm: ${id}`);
  return {
    id: variant.id,
    title: variant.title,
    kind: 'legal',
    failed,
    inconclusive,
    problems: musts,
    requests: trace.exchanges.length,
  };
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
): Promise<{ trace: Trace; verdicts: Verdict[] }> {
  const reference = await startReference({ variants, ...needs }, io);
  try {
    const plan = change.plan ?? 'pro';
    const request: CheckRequest = {
      command: 'self-test',
      baseUrl: reference.baseUrl,
      targetName: 'reference',
      targetClass: 'local',
      plan,
      keyHasLetters: true,
      quota: QUOTAS[plan] ?? QUOTAS.pro,
      windowSeconds: needs?.windowSeconds ?? 60,
      readOnly: false,
      settleMs: 2000,
      today: '2026-11-21',
      categories: null,
      only: [],
      skip: [],
      maxRequests: undefined,
      ...change,
    };
    const trace = await runCheck(prepare(request, CHECKS, PROBES, io), {
      io,
      key: reference.keys[plan],
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
