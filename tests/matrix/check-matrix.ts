import { createHash } from 'node:crypto';
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { DEFAULTS } from '../../src/config/table.ts';
import { type ApiKey, apiKey } from '../../src/exchange/api-key.ts';
import type { EndedTrace } from '../../src/exchange/trace.ts';
import type { Io } from '../../src/io/io.ts';
import type { Verdict } from '../../src/judge/verdict.ts';
import { startReference } from '../../src/reference/server/start-server.ts';
import { prepare, type RequestedRun } from '../../src/run/prepare.ts';
import { runCheck } from '../../src/run/run-check.ts';
import { PLAN_LIMITS } from '../../src/spec/plans.ts';
import { judgeTrace } from '../../src/verdicts/judge-run.ts';
import { PROBES } from '../../suites/all-probes.ts';
import type { FaultRow, VariantRow } from '../faults/table.ts';
import { REAL_IO } from '../support/real-io.ts';
import { world } from '../virtual/world.ts';

/** One server against every check, or against the limit experiment. */
export interface Row {
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
  /** Deviations; empty for a fault that fails exactly its requirements and for a legal variant that passes. */
  readonly problems: readonly string[];
}

const EVERY = Number(process.env['STORECHECK_EVERY'] ?? Infinity);

/**
 * About every nth row of a table, by a hash of its id, so that a new row moves no other. `npm run matrix` and `npm run self-test` have all.
 */
export function sampled<V extends VariantRow>(table: readonly V[], nth: number): readonly V[] {
  const hashOf = (id: string) => createHash('sha1').update(id).digest().readUInt32BE();
  return table.filter(({ id }) => hashOf(id) % Math.min(nth, EVERY) === 0);
}

/** For the name of each test. */
export const named = <V extends VariantRow>(table: readonly V[]) =>
  table.map((variant) => [variant.id, variant] as const);

/** Timeout in milliseconds on loopback: long enough for a busy machine, short enough for faults that never respond. */
const TIMEOUT_MS = 5_000;

/** `npm run self-test`: time, sockets and k6 of this machine instead of those of the test's world. */
export const IS_REAL = process.env['STORECHECK_REAL'] === '1';

/** Seeds of an exploration in the order in which they are tried. */
export const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Explores with one seed after the other until something fails. A consequence is enough: the animals of `made-by-asking` may be missing in
 * a list (list.consistent) before one of them is asked for twice (get.not-found).
 */
export async function thoroughRow(fault: FaultRow): Promise<Row> {
  const rows: Row[] = [];
  for (const seed of SEEDS) {
    const row = await matrixRow(fault, { seed });
    if (row.failed.length > 0) return without(row, MISSED);
    rows.unshift(row);
  }
  return rows[0] ?? matrixRow(fault);
}

export async function matrixRow(variant: VariantRow, change: Partial<RequestedRun> = {}): Promise<Row> {
  const { trace, verdicts } = await runAgainst([variant], variant.needs, change);
  const renamed = { ...trace, exchanges: trace.exchanges.map((exchange) => ({ ...exchange, probe: 'x' })) };
  const isSame = isDeepStrictEqual(judgeTrace(renamed).map(sayingOf), verdicts.map(sayingOf));
  return rowOf(variant, verdicts, isSame ? [] : ['a verdict depends on the names of probes']);
}

/** Without what may hold or count names of probes, which are labels for people. */
const sayingOf = ({ id, verdict, findings }: Verdict) => [id, verdict, new Set(findings.map(({ code }) => code))];

/** Problems of a fault that was not found. */
export const MISSED = /^(?:inconclusive|not found): /;

const isFault = (variant: VariantRow): variant is FaultRow => 'breaks' in variant;

/** Compares what failed with what should: of a fault exactly what it violates and its consequences, of a legal variant no must. */
export function rowOf(variant: VariantRow, verdicts: readonly Verdict[], problems: readonly string[] = []): Row {
  const of = (kind: Verdict['verdict']) => verdicts.filter(({ verdict }) => verdict === kind);
  const idsOf = (kind: Verdict['verdict']) => of(kind).map(({ id }): string => id);
  const [failed, inconclusive] = [idsOf('fail'), idsOf('inconclusive')];
  if (!isFault(variant)) {
    const alarms = of('fail').flatMap(({ id, level }) => (level === 'must' ? [`false alarm: ${id}`] : []));
    return { failed, inconclusive, problems: [...alarms, ...problems] };
  }
  const { breaks, follows = [] } = variant;
  const missed = breaks
    .filter((one) => !failed.includes(one))
    .map((one) => `${inconclusive.includes(one) ? 'inconclusive' : 'not found'}: ${one}`);
  const extra = failed.filter((one) => ![...breaks, ...follows].includes(one)).map((one) => `also failed: ${one}`);
  return { failed, inconclusive, problems: [...missed, ...extra, ...problems] };
}

/** A store without animals may not show a fault, which then leaves its requirements inconclusive. */
export async function emptyStoreRow(variant: VariantRow): Promise<Row> {
  const row = await matrixRow({ ...variant, needs: { ...variant.needs, seed: 0 } });
  return without(row, row.failed.length > 0 ? MISSED : /^inconclusive: /);
}

const without = (row: Row, excused: RegExp): Row => ({
  ...row,
  problems: row.problems.filter((problem) => !excused.test(problem)),
});

/** Those that need no animals at the start. */
export function withoutAnimals<V extends VariantRow>(variants: readonly V[]): readonly V[] {
  return variants.filter(({ needs }) => needs?.seed === undefined);
}

/** One check against its own reference server, with a Pro key so that it never waits for a window. */
export async function runAgainst(
  variants: readonly VariantRow[],
  needs: VariantRow['needs'],
  change: Partial<RequestedRun> = {},
): Promise<{ trace: EndedTrace; verdicts: Verdict[] }> {
  const io = IS_REAL ? REAL_IO : world();
  const reference = await startReference({ variants, ...needs }, io);
  try {
    const { plan = 'pro', windowSeconds = needs?.windowSeconds ?? 60 } = change;
    const key = apiKey(`${plan}#1`, reference.keys[plan]);
    const trace = await checkOf(reference.baseUrl, key, io, { ...change, plan, windowSeconds });
    return { trace, verdicts: judgeTrace(trace) };
  } finally {
    await reference.close();
  }
}

/** What the checks of the matrix have in common. */
const USUAL = {
  command: 'self-test',
  keyHasLetters: true,
  today: '2026-11-21',
  readOnly: false,
  settleMs: DEFAULTS.settleSeconds * 1_000,
  categories: null,
  only: [],
  skip: [],
} as const;

/** One check of a running service that may be written to. */
export function checkOf(
  baseUrl: string,
  key: ApiKey,
  io: Pick<Io, 'clock' | 'random' | 'network'>,
  settings: Pick<RequestedRun, 'plan' | 'windowSeconds'> & Partial<RequestedRun>,
): Promise<EndedTrace> {
  const target = { name: 'reference', baseUrl, class: 'local' } as const;
  const prepared = prepare(
    { ...USUAL, target, ...(PLAN_LIMITS[settings.plan] ?? PLAN_LIMITS.pro), ...settings },
    PROBES,
    io,
  );
  const { signal } = new AbortController();
  const permit = { writes: true, load: false };
  return runCheck(prepared, { io, keys: [key], timeoutMs: TIMEOUT_MS, permit, signal, write: () => undefined });
}
