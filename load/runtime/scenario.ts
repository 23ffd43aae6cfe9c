import type { ConstantArrivalRateScenario, PerVUIterationsScenario } from 'k6/options';
import type { CapacityConfig, CapacityStep, KeyExperiment } from '../../src/exchange/records/load-config.ts';
import type { KeyLabel } from '../../src/exchange/records/types.ts';

/** The executors that give exact counts; `ramping-*` and `constant-vus` never do. */
export type Scenarios = Record<string, PerVUIterationsScenario | ConstantArrivalRateScenario>;

/** The scenario's name of a key. k6 allows letters, digits, `_` and `-` in it. */
export const scenarioName = (key: KeyLabel): string => key.replace(/[^A-Za-z0-9_-]/g, '_');

export function experimentNamed<E extends KeyExperiment>(experiments: readonly E[], name: string): E {
  const experiment = experiments.find(({ key }) => scenarioName(key) === name);
  if (experiment === undefined) throw new Error(`no experiment for the scenario ${name}`);
  return experiment;
}

/** One VU and one iteration for each experiment. `maxDuration` only ends one that hangs: calibrations, an empty window and the rest fit. */
export function quotaScenarios(experiments: readonly KeyExperiment[]): Scenarios {
  return scenariosOf(experiments, ({ windowSeconds }) =>
    once('experiment', { maxDuration: `${Math.ceil(windowSeconds * 6 + 120)}s` }),
  );
}

/** A scenario in which each VU has one iteration, and by default one VU. */
export function once(exec: string, more: Partial<PerVUIterationsScenario>): PerVUIterationsScenario {
  return { executor: 'per-vu-iterations', exec, vus: 1, iterations: 1, ...more, gracefulStop: '1s' };
}

/** The duration that starts exactly `count` iterations. A duration of count · period would start one more (grafana/k6#3052). */
export const pacedSeconds = (count: number, rate: number, unitSeconds: number): number =>
  ((count - 0.5) * unitSeconds) / rate;

/** Duration of the step; see `pacedSeconds`. */
export const stepSeconds = ({ count, perMinute }: CapacityStep): number => pacedSeconds(count, perMinute, 60);

/** Extra time, because a busy machine may start the last requests late. `sendRequest` ignores further requests that k6 starts. */
const LATE_SECONDS = 0.1;

/** An open model: a request is sent when it is due, even if earlier ones are open. One more VU of each instance measures the delay. */
export function capacityScenarios({ step, timeoutSeconds, instances = 1 }: CapacityConfig) {
  const duration = k6Duration(stepSeconds(step) + LATE_SECONDS);
  return {
    load: {
      executor: 'constant-arrival-rate',
      exec: 'sendRequest',
      rate: step.perMinute,
      timeUnit: '60s',
      duration,
      preAllocatedVUs: step.vus,
      maxVUs: step.vus,
      // Every request in flight gets its response, so that each has a line.
      gracefulStop: `${Math.ceil(timeoutSeconds) + 2}s`,
    },
    lag: once('measureLag', { vus: instances, maxDuration: '24h' }),
  } as const;
}

export const scenariosOf = <E extends KeyExperiment>(
  experiments: readonly E[],
  build: (experiment: E) => Scenarios[string],
): Scenarios => Object.fromEntries(experiments.map((experiment) => [scenarioName(experiment.key), build(experiment)]));

/** A duration for k6, rounded to microseconds: half a period of 20,000 requests/min is 1.5 ms, so whole milliseconds are too coarse. */
export const k6Duration = (seconds: number): string => `${Math.round(seconds * 1e6) / 1e3}ms`;

/**
 * Options of all scripts. `noConnectionReuse`, because Go repeats a GET unseen if the server closes a reused connection (k6 counted 30
 * requests, the server 44). `systemTags` has only the tags that a threshold uses, for fewer samples and less memory.
 */
export function optionsFor(
  experiments: readonly Pick<KeyExperiment, 'windowSeconds'>[],
  scenarios: Scenarios,
  thresholds: readonly (readonly [name: string, threshold: string])[],
) {
  const longestWindow = Math.max(...experiments.map(({ windowSeconds }) => windowSeconds));
  // The certificate that k6 shows: PEM files. Their paths are not in the configuration, which is recorded.
  const { CLIENT_CERT: cert, CLIENT_KEY: key } = __ENV;
  return {
    scenarios,
    thresholds: Object.fromEntries(thresholds.map(([name, threshold]) => [name, [threshold]])),
    noConnectionReuse: true,
    maxRedirects: 0,
    userAgent: 'storecheck (k6)',
    setupTimeout: `${Math.ceil(longestWindow * 3 + 120)}s`,
    teardownTimeout: '60s',
    systemTags: ['scenario', 'status'],
    ...(cert === undefined || key === undefined ? {} : { tlsAuth: [{ cert: open(cert), key: open(key) }] }),
  };
}
