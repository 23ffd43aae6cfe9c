import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { CapacityPlan, Step } from '../../exchange/records/capacity-record.ts';
import type { Head } from '../../exchange/records/run-record.ts';
import type { Io, Pem } from '../../io/io.ts';
import { scriptPath } from '../../k6/run/run-k6.ts';
import { capacityConfig } from '../../run/run-capacity.ts';
import { shellWord } from '../../text/inert.ts';
import { plural, rateText } from '../../text/number-text.ts';
import { toolCommand } from '../console.ts';
import type { RunFolder } from '../job.ts';
import type { CapacitySettings } from '../options/read-capacity.ts';
import type { SendSettings } from '../options/read-settings.ts';

/** The names of the objects in the cluster; steps count from 0. With suffixes, a name must fit into the 63 characters of a DNS label. */
export function namesFor(run: string) {
  const base = `storecheck-${run.toLowerCase().replace(/[^a-z0-9-]/g, '-')}`;
  return { configMap: base, secret: `${base}-keys`, testRun: (step: number) => `${base}-s${step + 1}` };
}

/** Names of files in the ConfigMap, which the operator mounts as /test. */
const configFile = (step: number) => `step-${step + 1}.json`;
const CA_FILE = 'ca.pem';

const KUSTOMIZATION =
  '# commands.sh creates what kubectl kustomize makes of this: add patches for other images, pull secrets, labels or nodes.\n';

/** Writes manifests, script and plan for a cluster with the k6-operator. Sends nothing. Returns the next steps for the user. */
export function distribute(capacity: CapacitySettings, head: Head, folder: RunFolder, io: Io): string {
  const { settings, plan } = capacity;
  const { instances: pods = 1 } = plan;
  const { ca, cert } = settings.route;
  const names = namesFor(head.run);
  const asset = (name: string) => readFileSync(join(io.assets, 'k6-operator', name), 'utf8');
  const template = asset('testrun.yaml');
  const testRuns = plan.steps.map((step, index) => {
    const values = {
      NAME: names.testRun(index),
      CONFIG_MAP: names.configMap,
      SECRET: names.secret,
      CONFIG: configFile(index),
      CA: ca === undefined ? '' : `/test/${CA_FILE}`,
      CERTIFICATE: cert === undefined ? '' : ' -e CLIENT_CERT=/keys/client.crt -e CLIENT_KEY=/keys/client.key',
      PODS: String(pods),
      ...resourcesFor(step, pods),
    };
    const text = template.replace(/\$\{(\w+)\}/g, (_, name: keyof typeof values) => values[name]);
    return [`testrun-${index + 1}.yaml`, text] as const;
  });
  const configs = plan.steps.map((step) => capacityConfig(head, plan, step, settings.timeoutMs));
  const files = {
    'configmap.yaml': configMap(names.configMap, {
      'capacity.js': readFileSync(scriptPath('capacity', io), 'utf8'),
      ...(ca === undefined ? {} : { [CA_FILE]: ca.text }),
      ...Object.fromEntries(configs.map((config, index) => [configFile(index), `${JSON.stringify(config)}\n`])),
    }),
    ...Object.fromEntries(testRuns),
    'kustomization.yml': `${KUSTOMIZATION}${stringify({ resources: ['configmap.yaml', ...testRuns.map(([name]) => name)] })}`,
    'plan.env': planEnv(capacity, head.run, folder.path, io),
    'commands.sh': asset('commands.sh'),
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(resolve(io.cwd, folder.path, name), text, { mode: 0o600 });
  folder.write({ v: 1, kind: 'capacity', at: Date.parse(head.startedAt), plan });
  const script = shellWord(join(folder.path, 'commands.sh'));
  return `Wrote the plan of ${plural(plan.steps.length, 'step')} with ${plural(pods, 'pod')} to ${folder.path}. Nothing was sent.\nRead ${script} and plan.env, then run: sh ${script}\n`;
}

/** The manifest of the ConfigMap, in YAML 1.1, which Kubernetes reads. It has no key. */
function configMap(name: string, data: Readonly<Record<string, string>>): string {
  const labels = {
    'app.kubernetes.io/name': 'storecheck',
    'app.kubernetes.io/component': 'capacity',
    'app.kubernetes.io/instance': name,
  };
  const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data };
  return stringify(manifest, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}

/** Measured (docs/capacity.md): 10.8 s of processor time for 8 s of 4,000 requests/s, and 0.3 GB for 500 VUs. */
const PROCESSOR_PER_RPS = 0.35 / 1_000;
const MEGABYTES_PER_VU = 0.6;

const IDLE_PROCESSOR = 0.1;
const IDLE_MEGABYTES = 100;

/** The factor by which a pod requests more than was measured. */
const SAFETY_FACTOR = 1.5;

function resourcesFor({ rps, vus }: Step, instances: number) {
  const millicores = Math.ceil((IDLE_PROCESSOR + (rps / instances) * PROCESSOR_PER_RPS) * SAFETY_FACTOR * 10) * 100;
  const megabytes = Math.ceil((IDLE_MEGABYTES + (vus / instances) * MEGABYTES_PER_VU) * SAFETY_FACTOR);
  return { CPU: `${millicores}m`, MEMORY: `${megabytes}Mi`, MEMORY_LIMIT: `${2 * megabytes}Mi` };
}

/** Extra time of a step: k6 starts, writes its last lines and exits, and the operator checks every few seconds. */
const SPARE_SECONDS = 60;

interface Distributed extends Pick<CapacitySettings, 'keySources'> {
  readonly plan: Pick<CapacityPlan, 'steps' | 'instances'>;
  readonly settings: Pick<SendSettings, 'timeoutMs' | 'route' | 'namespace'>;
  readonly keys: Pick<CapacitySettings['keys'], 'length'>;
}

/** The parameters of load/k6-operator/commands.sh for one run, in shell. */
export function planEnv(
  { plan: { steps, instances = 1 }, keySources, keys, settings: { timeoutMs, route, namespace = '' } }: Distributed,
  run: string,
  folder: string,
  io: Pick<Io, 'cwd' | 'script'>,
): string {
  const names = namesFor(run);
  const place = (file: Pem | undefined) => (file === undefined ? '' : shellWord(relative(io.cwd, file.path)));
  const rows = (name: string, lines: readonly string[]) => [`${name}() { cat <<'END'`, ...lines, 'END', '}'];
  const stepRows = steps.map(({ level, rps, seconds, warmUpSeconds }, index) => {
    const most = Math.ceil(seconds + warmUpSeconds + timeoutMs / 1_000 + SPARE_SECONDS);
    return `${index + 1} ${names.testRun(index)} ${most} ${Math.round(level * 100)} ${rateText(rps)}`;
  });
  return [
    `# Run ${run}, for commands.sh.`,
    `written_in=${shellWord(relative(resolve(io.cwd, folder), io.cwd) || '.')}`,
    `folder=${shellWord(folder)}`,
    `namespace=${namespace}`,
    `secret=${names.secret}`,
    `config_map=${names.configMap}`,
    `test_runs='${steps.map((_, index) => names.testRun(index)).join(' ')}'`,
    `pods='${Array.from({ length: instances }, (_, index) => index + 1).join(' ')}'`,
    `keys_needed=${keys.length}`,
    `client_certificate=${place(route.cert)}`,
    `client_key=${place(route.key)}`,
    `planned_storecheck() { command ${toolCommand(io)} "$@"; }`,
    '# Where the keys are: plan, file or variable, and its name.',
    ...rows(
      'sources',
      keySources.map(({ plan, source }) =>
        'file' in source ? `${plan} file ${source.file}` : `${plan} env ${source.env}`,
      ),
    ),
    '# Number, TestRun, seconds at most, percent of the projected peak, rate.',
    ...rows('steps', stepRows),
    '',
  ].join('\n');
}
