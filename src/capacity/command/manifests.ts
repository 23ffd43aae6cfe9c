import type { Route } from '../../cli/options/read-route.ts';
import type { CapacityPlan, Step } from '../../exchange/records/capacity-record.ts';
import type { CapacityConfig } from '../../exchange/records/load-config.ts';
import { configOfStep } from '../steps.ts';

type Names = ReturnType<typeof namesFor>;

/** The k6 that the load scripts are built for and tested with (load/k6/go.mod). */
const IMAGE = 'grafana/k6:2.2.0';
/** The image that resumes the paused pods. Without a version the operator would take the latest. */
const STARTER_IMAGE = 'ghcr.io/grafana/k6-operator:starter-v1.6.0';

/** Of everything that is created. */
export const LABELS = { 'app.kubernetes.io/name': 'storecheck', 'app.kubernetes.io/component': 'capacity' } as const;

/** By its instance, `commands.sh` selects what it creates. */
const metadataOf = (name: string) => ({ name, labels: { ...LABELS, 'app.kubernetes.io/instance': name } });

/** Names in the cluster; steps count from 0. With the suffixes of jobs and services, they must fit into the 63 characters of a DNS label. */
export function namesFor(run: string) {
  const base = `storecheck-${run.toLowerCase().replace(/[^a-z0-9-]/g, '-')}`;
  return { configMap: base, secret: `${base}-keys`, testRun: (step: number) => `${base}-s${step + 1}` };
}

/** Files in the ConfigMap, which the operator mounts as /test, and those from the Secret. */
export const MOUNTED = {
  script: 'capacity.js',
  config: (step: number) => `step-${step + 1}.json`,
  ca: 'ca.pem',
  scripts: '/test',
  keys: '/keys',
  keyFile: 'keys',
  certificate: 'client.crt',
  certificateKey: 'client.key',
  /** An argument of k6: the moment (Unix time) after which a pod sends nothing. The script replaces the 0. */
  notAfter: 'NOT_AFTER=0',
} as const;

/** Measured (docs/capacity.md): 10.8 s of a processor for 8 s of 4,000 requests a second, and 0.3 GB for 500 VUs. */
const PROCESSOR_PER_RPS = 0.35 / 1_000;
const MEGABYTES_PER_VU = 0.6;

/** Memory apart from the load itself. */
const IDLE_PROCESSOR = 0.1;
const IDLE_MEGABYTES = 100;

const SPARE = 1.5;

/** The user of the k6 image; any other number would do. */
const USER = 12_345;

/** What the Pod Security level "restricted" asks for, and a root file system that cannot be written. */
const RESTRICTED = {
  automountServiceAccountToken: 'false',
  securityContext: {
    runAsNonRoot: true,
    runAsUser: USER,
    runAsGroup: USER,
    fsGroup: USER,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  containerSecurityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
};

/** Readable by the owner (root) and the pod's group. */
const SECRET_MODE = 0o440;

/** The load script, the configuration of each step, and the CA. No key is in it. */
export function configMap(names: Names, script: string, configs: readonly CapacityConfig[], { ca }: Pick<Route, 'ca'>) {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadataOf(names.configMap),
    data: {
      [MOUNTED.script]: script,
      ...(ca === undefined ? {} : { [MOUNTED.ca]: ca }),
      ...Object.fromEntries(configs.map((config, step) => [MOUNTED.config(step), `${JSON.stringify(config)}\n`])),
    },
  };
}

/** One step, offered by `parallelism` pods, which the operator starts paused and then resumes. They write their journals to their logs. */
export function testRun(
  names: Names,
  plan: CapacityPlan,
  step: Step,
  { ca, certificate }: Pick<Route, 'ca' | 'certificate'>,
) {
  const number = plan.steps.indexOf(step);
  const { instances = 1 } = plan;
  const pod = { ...RESTRICTED, metadata: { labels: LABELS } };
  return {
    apiVersion: 'k6.io/v1alpha1',
    kind: 'TestRun',
    metadata: metadataOf(names.testRun(number)),
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
        `CONFIG=${MOUNTED.scripts}/${MOUNTED.config(number)}`,
        '-e',
        MOUNTED.notAfter,
        ...(certificate === undefined
          ? []
          : [
              `-e CLIENT_CERT=${MOUNTED.keys}/${MOUNTED.certificate}`,
              `-e CLIENT_KEY=${MOUNTED.keys}/${MOUNTED.certificateKey}`,
            ]),
      ].join(' '),
      // An initializer would read the script again, in another pod with the keys mounted.
      initializer: { disabled: true },
      starter: { ...pod, image: STARTER_IMAGE },
      runner: {
        ...pod,
        image: IMAGE,
        env: [
          { name: 'K6_NO_USAGE_REPORT', value: 'true' },
          { name: 'K6_AUTO_EXTENSION_RESOLUTION', value: 'false' },
          // Go also trusts the certificates in the image's /etc/ssl/certs.
          ...(ca === undefined ? [] : [{ name: 'SSL_CERT_FILE', value: `${MOUNTED.scripts}/${MOUNTED.ca}` }]),
        ],
        resources: resourcesFor(plan, step),
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'kubernetes.io/hostname',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: { k6_cr: names.testRun(number), runner: 'true' } },
          },
        ],
        volumes: [{ name: 'keys', secret: { secretName: names.secret, defaultMode: SECRET_MODE } }],
        volumeMounts: [{ name: 'keys', mountPath: MOUNTED.keys, readOnly: true }],
      },
    },
  };
}

/** The resources of one pod. No CPU limit: a throttled generator would be late and measure itself. */
function resourcesFor(plan: CapacityPlan, step: Step) {
  const { instances = 1 } = plan;
  const { vus } = configOfStep(step, plan, '');
  const millis = Math.ceil((IDLE_PROCESSOR + (step.rps / instances) * PROCESSOR_PER_RPS) * SPARE * 10) * 100;
  const megabytes = Math.ceil((IDLE_MEGABYTES + (vus / instances) * MEGABYTES_PER_VU) * SPARE);
  return {
    requests: { cpu: `${millis}m`, memory: `${megabytes}Mi` },
    limits: { memory: `${2 * megabytes}Mi` },
  };
}
