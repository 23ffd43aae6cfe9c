/** Options that only `capacity` takes, as they are typed and with their help, in its order: what is projected and offered. */
export const PROJECTION_OPTIONS = {
  change: ['--change <plan=n>', 'new limit of a plan, in requests/min; repeatable'],
  steps: ['--steps <percent,…>', 'load steps, in percent of the projected peak (default: 50,75,100,125,150)'],
  stepDuration: [
    '--step-duration <seconds>',
    'duration of each step (default: as long as the objectives need, at least 30)',
  ],
} as const;

/** Who offers it. */
export const OFFER_OPTIONS = {
  distribute: ['--distribute <name>', 'write manifests for a cluster instead of sending requests: k6-operator'],
  parallelism: ['--parallelism <n>', 'number of pods (required)'],
  namespace: ['--namespace <name>', "namespace (default: the current context's)"],
} as const;
