/** Options that only `capacity` takes, as they are typed and with their help, in its order: what is projected and offered. */
export const PROJECTION_OPTIONS = {
  change: ['--change <plan=n>', 'new limit of a plan, in requests/min; repeatable'],
  subscribers: ['--subscribers <plan=n>', 'number of customers on a plan; repeatable'],
  active: ['--active <plan=share>', 'share of the customers who are active at the peak, e.g. pro=0.3; repeatable'],
  use: ['--use <plan=share>', 'share of the limit that an active customer uses; repeatable'],
  mix: ['--mix <op=share,…>', 'share of each operation, e.g. list=0.85,get=0.15,create=0'],
  p50: ['--p50 <duration>', 'objective for the median latency, e.g. 100ms'],
  p95: ['--p95 <duration>', 'objective for the 95th percentile of the latency, e.g. 300ms'],
  p99: ['--p99 <duration>', 'objective for the 99th percentile of the latency, e.g. 800ms'],
  errors: ['--errors <percent>', 'objective for the error rate, e.g. 0.1%'],
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
