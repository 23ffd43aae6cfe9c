import { apiKey, type KeyLabel } from '../exchange/index.ts';
import type { Io } from '../io/io.ts';
import { type RunK6Options, runK6 } from '../k6/index.ts';
import { judgeLimits } from '../limiter/index.ts';
import { type Fault, limitFaults, limitVariants, startReference, type Variant } from '../reference/index.ts';
import { QUOTAS } from '../spec/plans.ts';
import { otherPlans } from './prepare.ts';
import { faultProblems, type Row, runAtOnce } from './self-test.ts';

/** `script`: the bundled `load/quota.ts`. */
export interface LimitMatrixOptions extends Pick<RunK6Options, 'k6' | 'script' | 'env'> {
  readonly io: Pick<Io, 'clock' | 'network' | 'k6'>;
  readonly signal: AbortSignal;
  /** Called for each row as it comes. */
  readonly see: (row: LimitRow) => void;
}

/** One server against the limit experiment. */
export interface LimitRow extends Row {
  /** Number of experiments. Above 1, a busy machine made the first one inconclusive. */
  readonly attempts: number;
}

/** Seconds. The shortest window in which rounding or a slow burst hides nothing. */
const WINDOW_SECONDS = 6;

const MOST_ATTEMPTS = 3;

/** Experiments in parallel: each one mostly waits. */
const AT_ONCE = 16;

/** Every limiter fault must fail exactly what it violates, and no legal limiter a must. Uses the real k6 and a server for each. */
export function limitMatrix(options: LimitMatrixOptions): Promise<LimitRow[]> {
  const longestFirst = [...limitFaults, ...limitVariants].toSorted((a, b) => windowOf(b) - windowOf(a));
  const jobs = longestFirst.map(
    (variant) => () => (isFault(variant) ? faultRow(variant, options) : legalRow(variant, options)),
  );
  return runAtOnce(jobs, AT_ONCE, options.signal, options.see);
}

const isFault = (variant: Variant): variant is Fault => 'breaks' in variant;

const windowOf = ({ needs }: Variant): number => needs?.windowSeconds ?? WINDOW_SECONDS;

async function faultRow(fault: Fault, options: LimitMatrixOptions): Promise<LimitRow> {
  let attempt = await experimentOn(fault, options);
  let attempts = 1;
  while (attempts < MOST_ATTEMPTS && onlyUnproven(fault, attempt) && !options.signal.aborted) {
    attempt = await experimentOn(fault, options);
    attempts += 1;
  }
  const { failed } = attempt;
  const hint = onlyUnproven(fault, attempt) ? ` (${attempts} attempts; a busy machine can cause this)` : '';
  const problems = faultProblems(
    fault,
    failed,
    (id) => failed.includes(id),
    (id) => `${outcomeText(id, attempt)}${hint}`,
  );
  return rowOf(fault, 'fault', attempt, problems, attempts);
}

async function legalRow(variant: Variant, options: LimitMatrixOptions): Promise<LimitRow> {
  const attempt = await experimentOn(variant, options);
  const alarms = attempt.musts.map((id) => `false alarm: ${id} ${outcomeText(id, attempt)}`);
  return rowOf(variant, 'legal', attempt, alarms, 1);
}

function rowOf(
  { id, title }: Variant,
  kind: Row['kind'],
  { run, failed, inconclusive }: Attempt,
  problems: readonly string[],
  attempts: number,
): LimitRow {
  const broken = run.complete ? [] : run.problems.map(({ message }) => `incomplete experiment: ${message}`);
  const requests = run.exchanges.length;
  return { id, title, kind, failed, inconclusive, problems: [...problems, ...broken], requests, attempts };
}

type Attempt = Awaited<ReturnType<typeof experimentOn>>;

/** One experiment with its own server: the failed and the inconclusive requirements, and the failed musts. */
async function experimentOn(variant: Variant, options: LimitMatrixOptions) {
  const { plan = 'free', ...needs } = variant.needs ?? {};
  const windowSeconds = windowOf(variant);
  const quota = plan === 'enterprise' ? null : QUOTAS[plan];
  if (quota === null) throw new TypeError(`${variant.id}: the specification has no limit for ${plan}`);
  const key: KeyLabel = `${plan}#1`;
  const secondKey: KeyLabel = `${plan}#2`;
  const server = await startReference({ ...needs, windowSeconds, variants: [variant] }, options.io);
  try {
    const { io, k6, script, env, signal } = options;
    const experiment = { plan, key, secondKey, perWindow: quota.perMinute, windowSeconds };
    const config = { run: variant.id, baseUrl: server.baseUrl, experiments: [experiment] };
    const keys = [apiKey(key, server.keys[plan]), apiKey(secondKey, server.secondKeys[plan])];
    // A separate signal: Node reports many listeners on one as a leak.
    const run = await runK6({ io, k6, kind: 'quota', script, config, keys, env, signal: AbortSignal.any([signal]) });
    const { outcomes } = judgeLimits({
      ...experiment,
      perDay: quota.perDay,
      otherPlans: otherPlans(plan),
      exchanges: run.exchanges,
      complete: run.complete,
      refusalBudget: 8,
    });
    const all = Object.entries(outcomes);
    const failed = all.filter(([, outcome]) => outcome.kind === 'broken' && outcome.otherCause === undefined);
    return {
      run,
      outcomes,
      failed: failed.map(([id]) => id),
      musts: failed.flatMap(([id, outcome]) => ('level' in outcome && outcome.level === 'should' ? [] : [id])),
      inconclusive: all.flatMap(([id, { kind }]) => (kind === 'undecided' ? [id] : [])),
    };
  } finally {
    await server.close();
  }
}

function onlyUnproven({ breaks }: Fault, { failed, inconclusive }: Attempt): boolean {
  const missing = breaks.filter((id) => !failed.includes(id));
  return missing.length > 0 && missing.every((id) => inconclusive.includes(id));
}

function outcomeText(id: string, { outcomes }: Attempt): string {
  const outcome = Object.entries(outcomes).find(([name]) => name === id)?.[1];
  switch (outcome?.kind) {
    case 'broken':
      return `failed: ${outcome.findings.map(({ message }) => message).join('; ')}`;
    case 'undecided':
      return `was inconclusive: ${outcome.reason}`;
    case 'not-applicable':
      return `was not applicable: ${outcome.reason}`;
    case 'holds':
      return 'passed';
    case 'observed':
      return 'is info only';
    case undefined:
      return 'is not a requirement';
  }
}
