import { apiKey } from '../../src/exchange/api-key.ts';
import { isAnswered } from '../../src/exchange/exchange.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import { isExchange } from '../../src/exchange/records/journal-record.ts';
import type { K6Record } from '../../src/exchange/records/load-record.ts';
import type { Io } from '../../src/io/io.ts';
import { toVerdict, type Verdict } from '../../src/judge/verdict.ts';
import { type RunK6Options, runK6 } from '../../src/k6/run/run-k6.ts';
import type { Experiment } from '../../src/limiter/experiment.ts';
import { judgeExperiment } from '../../src/limiter/judge-experiment.ts';
import { startReference } from '../../src/reference/server/start-server.ts';
import { PLAN_LIMITS } from '../../src/spec/plans.ts';
import { LIMIT_REQUIREMENTS } from '../../src/spec/requirements/limit.ts';
import { verdictOfAttempts, withoutConfirmation } from '../../src/verdicts/limits/attempts.ts';
import type { Needs, VariantRow } from '../faults/table.ts';
import { MISSED, type Row, rowOf } from './check-matrix.ts';

/** `script`: the bundled `load/quota.ts`. */
export interface ExperimentOptions extends Pick<RunK6Options, 'k6' | 'script'> {
  readonly io: Pick<Io, 'clock' | 'network' | 'k6' | 'env'>;
  /** The length of the server's window, unless the variant needs another. */
  readonly windowSeconds: number;
}

/** A server of which two customers' keys are for the experiment. */
export interface Limited {
  readonly baseUrl: string;
  readonly plan: Exclude<Needs['plan'], undefined | 'enterprise'>;
  readonly keys: readonly [string, string];
  readonly windowSeconds: number;
}

const MAX_ATTEMPTS = 3;

/**
 * A busy machine can leave the requirements of a fault inconclusive, and so does another possible cause: then the experiment is repeated.
 * `refused`: 429 responses of the last attempt.
 */
export async function limitRow(
  variant: VariantRow,
  options: ExperimentOptions,
): Promise<Row & { readonly refused: number }> {
  let before: readonly Verdict[] | undefined;
  for (let attempts = 1; ; attempts += 1) {
    const { experiment, problems } = await experimentOn(variant, options);
    const { conclusions } = judgeExperiment(experiment);
    const verdicts = LIMIT_REQUIREMENTS.map((id) => toVerdict(id, conclusions[id]));
    const both = verdicts.map((verdict, index) => {
      const first = before?.[index];
      return withoutConfirmation(first === undefined ? verdict : verdictOfAttempts(first, verdict));
    });
    const incomplete = problems.map((problem) => `incomplete experiment: ${problem}`);
    const refused = experiment.exchanges.filter((one) => isAnswered(one) && one.received.status === 429).length;
    const row = { ...rowOf(variant, both, incomplete), refused };
    const missed = row.problems.filter((problem) => MISSED.test(problem));
    const isOpen = missed.length > 0 && missed.every((problem) => problem.startsWith('inconclusive'));
    if (!isOpen || attempts === MAX_ATTEMPTS) return row;
    before = verdicts;
  }
}

/** One experiment on a reference server with the variant. */
export async function experimentOn(variant: VariantRow, options: ExperimentOptions) {
  const { plan = 'free', windowSeconds = options.windowSeconds, ...needs } = variant.needs ?? {};
  if (plan === 'enterprise') throw new TypeError(`${variant.id}: the specification has no limit for enterprise`);
  const server = await startReference({ ...needs, windowSeconds, variants: [variant] }, options.io);
  try {
    const keys = [server.keys[plan], server.secondKeys[plan]] as const;
    return await recordExperiment(variant.id, { baseUrl: server.baseUrl, plan, keys, windowSeconds }, options);
  } finally {
    await server.close();
  }
}

/** The experiment that k6 records, and why it is incomplete. */
export async function recordExperiment(
  run: string,
  { baseUrl, plan, keys: [first, second], windowSeconds }: Limited,
  { io, k6, script }: ExperimentOptions,
) {
  const { perMinute, perDay } = PLAN_LIMITS[plan];
  const [key, secondKey] = [`${plan}#1`, `${plan}#2`] as const;
  const experiment = { plan, key, secondKey, perWindow: perMinute, windowSeconds };
  const config = { run, baseUrl, timeoutSeconds: 30, experiments: [experiment] };
  const keys = [apiKey(key, first), apiKey(secondKey, second)];
  const exchanges: Exchange[] = [];
  const onRecord = (record: K6Record) => {
    if (isExchange(record)) exchanges.push(record);
  };
  const problems = await runK6({ io, k6, script, config, keys, onRecord });
  const complete = problems.every(({ kind }) => kind !== 'incomplete');
  const recorded: Experiment = { ...experiment, perDay, exchanges, complete };
  return { experiment: recorded, problems: complete ? [] : problems.map(({ message }) => message) };
}
