import type { ApiKey } from '../exchange/api-key.ts';
import type { LoadConfig, LoadScript } from '../exchange/records/load-config.ts';
import type { LoadRecord } from '../exchange/records/load-record.ts';
import type { Head } from '../exchange/records/run-record.ts';
import { type RunK6Options, runK6 } from '../k6/run/run.ts';
import { experimentOf } from '../limiter/experiment.ts';
import type { Permit } from './guard.ts';

/** What k6 needs in addition to its script. */
export interface K6Means extends Omit<RunK6Options, 'script' | 'config' | 'onRecord'> {
  readonly timeoutMs: number;
  readonly permit: Permit;
  readonly signal: AbortSignal;
}

export interface LimitsRun extends K6Means {
  readonly script: (name: LoadScript) => string;
  readonly record: (record: LoadRecord) => void;
}

/** Exhausts the limits of all plans in parallel, then runs the optional experiments. Sends and records; judging is a separate step. */
export async function runLimits(head: Head, run: LimitsRun): Promise<void> {
  const { io, k6, permit, signal, record } = run;
  if (!permit.load) throw new Error('no permit to exhaust limits');
  for (const { script, config } of experimentsOf(head, run.timeoutMs)) {
    if (signal.aborted) break;
    const keys = keysFor(config, run.keys);
    const problems = await runK6({ ...run, keys, script: run.script(script), config, onRecord: record });
    record({ v: 1, kind: 'load-end', at: io.clock.now(), script, k6: k6.version, problems });
  }
}

function experimentsOf(head: Head, timeoutMs: number): { script: LoadScript; config: LoadConfig }[] {
  const { limits, run, target } = head;
  if (limits === undefined) return [];
  const { plans, sustainWindows, daily } = limits;
  const common = { run, baseUrl: target.baseUrl, timeoutSeconds: timeoutMs / 1000 };
  const quota = plans.map((plan) => experimentOf(plan, head));
  const paced = quota.map(({ secondKey: _, ...experiment }) => ({ ...experiment, windows: sustainWindows }));
  const days = quota.flatMap(({ plan, perWindow, perDay, windowSeconds }) => {
    const key = daily[plan];
    return key === undefined ? [] : [{ plan, key, perWindow, perDay, windowSeconds }];
  });
  const experiments = [
    ['quota', quota],
    ['sustain', sustainWindows > 0 ? paced : []],
    ['daily', days],
  ] as const;
  return experiments.flatMap(([script, own]) =>
    own.length === 0 ? [] : [{ script, config: { ...common, experiments: own } }],
  );
}

function keysFor({ experiments }: LoadConfig, keys: readonly ApiKey[]): ApiKey[] {
  const labels = experiments.flatMap(({ key, secondKey }) => (secondKey === undefined ? [key] : [key, secondKey]));
  return keys.filter(({ label }) => labels.includes(label));
}
