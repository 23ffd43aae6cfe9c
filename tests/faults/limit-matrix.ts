import { apiKey, type KeyLabel } from '../../src/exchange/index.ts';
import type { Io } from '../../src/io/io.ts';
import { toVerdict } from '../../src/judge/checks/judge.ts';
import { confirmed, settled } from '../../src/judge/confirmation.ts';
import type { Verdict } from '../../src/judge/verdict.ts';
import { type RunK6Options, runK6 } from '../../src/k6/index.ts';
import { judgeLimits, LIMIT_REQUIREMENTS } from '../../src/limiter/index.ts';
import { startReference } from '../../src/reference/index.ts';
import { otherPlans } from '../../src/run/prepare.ts';
import { QUOTAS } from '../../src/spec/plans.ts';
import { limitFaults, limitVariants } from './index.ts';
import { type Attempt, isFault, type Row, resultsOf, rowOf, runAtOnce } from './matrix.ts';
import type { Variant } from './table.ts';

/** `script`: the bundled `load/quota.ts`. */
export interface LimitMatrixOptions extends Pick<RunK6Options, 'k6' | 'script' | 'env'> {
  readonly io: Pick<Io, 'clock' | 'network' | 'k6'>;
  readonly signal: AbortSignal;
  readonly see: (row: Row) => void;
}

/** Seconds. The shortest window in which rounding or a slow burst hides nothing. */
const WINDOW_SECONDS = 6;

const MOST_ATTEMPTS = 3;

/** Experiments in parallel: each one mostly waits. */
const AT_ONCE = 16;

/** Every limiter fault must fail exactly what it violates, and no legal limiter a must. Uses the real k6 and a server for each. */
export function limitMatrix(options: LimitMatrixOptions): Promise<Row[]> {
  const longestFirst = [...limitFaults, ...limitVariants].toSorted((a, b) => windowOf(b) - windowOf(a));
  const jobs = longestFirst.map((variant) => () => limitRow(variant, options));
  return runAtOnce(jobs, AT_ONCE, options.signal, options.see);
}

const windowOf = ({ needs }: Variant): number => needs?.windowSeconds ?? WINDOW_SECONDS;

/** A busy machine can leave the requirements of a fault inconclusive, and so does another possible cause: then the experiment is repeated. */
async function limitRow(variant: Variant, options: LimitMatrixOptions): Promise<Row> {
  let before: readonly Verdict[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const { verdicts, ...run } = await experimentOn(variant, options);
    const attempt = { ...run, ...resultsOf(verdicts.map((verdict, index) => bothOf(before[index], verdict))) };
    const isLast = attempts === MOST_ATTEMPTS || options.signal.aborted;
    if (isLast || !isUnproven(variant, attempt)) return { ...rowOf(variant, attempt), attempts };
    before = verdicts;
  }
}

const bothOf = (before: Verdict | undefined, verdict: Verdict): Verdict =>
  settled(before === undefined ? verdict : confirmed(before, verdict));

function isUnproven(variant: Variant, { failed, inconclusive }: Attempt): boolean {
  const missing = isFault(variant) ? variant.breaks.filter((id) => !failed.includes(id)) : [];
  return missing.length > 0 && missing.every((id) => inconclusive.includes(id));
}

async function experimentOn(
  variant: Variant,
  options: LimitMatrixOptions,
): Promise<Pick<Attempt, 'requests' | 'problems'> & { readonly verdicts: readonly Verdict[] }> {
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
    });
    return {
      verdicts: LIMIT_REQUIREMENTS.map((id) => toVerdict(id, outcomes[id])),
      requests: run.exchanges.length,
      problems: run.complete ? [] : run.problems.map(({ message }) => `incomplete experiment: ${message}`),
    };
  } finally {
    await server.close();
  }
}
