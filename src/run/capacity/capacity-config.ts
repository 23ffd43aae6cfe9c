import { type CapacityPlan, configOfStep, type Step } from '../../capacity/index.ts';
import type { CapacityConfig, Head } from '../../exchange/index.ts';

/** The load script's configuration of a step, equal for all instances. */
export function capacityConfig(
  { run, target, settings }: Head,
  plan: CapacityPlan,
  step: Step,
  timeoutMs: number,
): CapacityConfig {
  const { instances } = plan;
  return {
    run,
    baseUrl: target.baseUrl,
    timeoutSeconds: timeoutMs / 1_000,
    experiments: plan.shares.map(({ plan: name, keys, perWindow, windowSeconds, share }) => ({
      plan: name,
      key: `${name}#1`,
      perWindow,
      windowSeconds,
      keys,
      share,
    })),
    step: configOfStep(step, plan, settings.tag),
    ...(instances === undefined ? {} : { instances }),
  };
}
