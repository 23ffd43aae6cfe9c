import { type CapacityPlan, configOfStep } from '../../../capacity/index.ts';
import type { CapacityConfig } from '../../../exchange/index.ts';
import { MOUNTED, type Names } from './names.ts';

/** Measured (docs/capacity.md): 10.8 s of a processor for 8 s of 4,000 requests a second, and 0.3 GB for 500 VUs. */
const PROCESSOR_PER_RPS = 0.35 / 1_000;
const MEGABYTES_PER_VU = 0.6;

/** Memory apart from the load itself. */
const IDLE_PROCESSOR = 0.1;
const IDLE_MEGABYTES = 100;

/** Margin above the measured values. */
const SPARE = 1.5;

/** The k6 that the load scripts are built for and tested with (load/k6/go.mod). */
export const IMAGE = 'grafana/k6:2.2.0';

const LABELS = { 'app.kubernetes.io/name': 'storecheck', 'app.kubernetes.io/component': 'capacity' };

/** A ConfigMap with the load script and its configuration for each step, without keys. */
export function configMap(names: Names, script: string, configs: readonly CapacityConfig[]) {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: names.configMap, labels: LABELS },
    data: {
      [MOUNTED.script]: script,
      ...Object.fromEntries(configs.map((config, step) => [MOUNTED.config(step), `${JSON.stringify(config)}\n`])),
    },
  };
}

/**
 * One step, offered by `parallelism` pods. The operator assigns each an execution segment, starts all paused and then resumes them together. They
 * write their journals to their logs: without a file, k6's console goes to its log, and `raw` prints only the records.
 */
export function testRun(names: Names, plan: CapacityPlan, step: number) {
  const { instances = 1 } = plan;
  return {
    apiVersion: 'k6.io/v1alpha1',
    kind: 'TestRun',
    metadata: { name: names.testRun(step), labels: LABELS },
    spec: {
      parallelism: instances,
      script: { configMap: { name: names.configMap, file: MOUNTED.script } },
      arguments: [
        '--no-color',
        '--no-usage-report',
        '--summary-mode=disabled',
        '--log-format=raw',
        '--include-system-env-vars=false',
        `--secret-source=file=${MOUNTED.keys}/${MOUNTED.keyFile}`,
        '-e',
        `CONFIG=${MOUNTED.scripts}/${MOUNTED.config(step)}`,
      ].join(' '),
      // The initializer would need another pod with the keys.
      initializer: { disabled: true },
      runner: {
        image: IMAGE,
        automountServiceAccountToken: 'false',
        env: [
          { name: 'K6_NO_USAGE_REPORT', value: 'true' },
          { name: 'K6_AUTO_EXTENSION_RESOLUTION', value: 'false' },
        ],
        resources: resourcesOf(plan, step),
        volumes: [{ name: 'keys', secret: { secretName: names.secret } }],
        volumeMounts: [{ name: 'keys', mountPath: MOUNTED.keys, readOnly: true }],
      },
    },
  };
}

function resourcesOf(plan: CapacityPlan, index: number) {
  const step = plan.steps[index];
  if (step === undefined) throw new Error(`no step ${index}`);
  const { instances = 1 } = plan;
  return resourcesFor(step.rps / instances, configOfStep(step, plan, '').vus / instances);
}

/** The resources of one pod. No CPU limit: a throttled generator would be late and measure itself. */
function resourcesFor(rps: number, vus: number) {
  const millis = Math.ceil((IDLE_PROCESSOR + rps * PROCESSOR_PER_RPS) * SPARE * 10) * 100;
  const megabytes = Math.ceil((IDLE_MEGABYTES + vus * MEGABYTES_PER_VU) * SPARE);
  return {
    requests: { cpu: `${millis}m`, memory: `${megabytes}Mi` },
    limits: { memory: `${2 * megabytes}Mi` },
  };
}
