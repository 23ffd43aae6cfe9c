import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Document, visit } from 'yaml';
import { called } from '../../cli/console/console.ts';
import type { RunFolder } from '../../cli/files/folder.ts';
import { loadScript } from '../../cli/find-k6.ts';
import type { KeyReference } from '../../cli/options/keys.ts';
import type { TargetSettings } from '../../cli/options/settings.ts';
import type { CapacityPlan } from '../../exchange/records/capacity-record.ts';
import type { Head } from '../../exchange/records/run-record.ts';
import type { Io } from '../../io/io.ts';
import { capacityConfig } from '../../run/limits.ts';
import { shellWord } from '../../text/shell-word.ts';
import { rate } from '../words.ts';
import { configMap, LABELS, MOUNTED, namesFor, testRun } from './manifests.ts';
import type { CapacitySettings, Cluster } from './read-capacity.ts';

/** Files in the output folder. */
const WRITTEN = {
  configMap: 'configmap.yaml',
  testRun: (step: number) => `testrun-${step + 1}.yaml`,
  kustomization: 'kustomization.yml',
  plan: 'plan.env',
  commands: 'commands.sh',
} as const;

const BY_SCRIPT_ONLY = `# ${WRITTEN.commands} creates this. Do not apply it yourself: NOT_AFTER is set when it is created, and without it the pods send nothing.\n`;
const KUSTOMIZATION = `# ${WRITTEN.commands} creates what kubectl kustomize makes of this: add patches for other images, pull secrets, labels or nodes.\n`;

/** Writes the manifests, the script with its parameters, and the plan for a cluster with the k6-operator. Sends nothing. Returns what to do. */
export function distribute(
  settings: CapacitySettings,
  cluster: Cluster,
  head: Head,
  folder: RunFolder,
  io: Pick<Io, 'assets' | 'cwd' | 'script'>,
): string {
  const { plan, target } = settings;
  const names = namesFor(head.run);
  const write = (name: string, text: string) =>
    writeFileSync(resolve(io.cwd, folder.path, name), text, { mode: 0o600 });
  const asset = (path: string) => readFileSync(path, 'utf8');
  const configs = plan.steps.map((step) => capacityConfig(head, plan, step, target.timeoutMs));
  write(WRITTEN.configMap, yaml(configMap(names, asset(loadScript('capacity', io)), configs, target.route)));
  for (const [number, step] of plan.steps.entries())
    write(WRITTEN.testRun(number), `${BY_SCRIPT_ONLY}${yaml(testRun(names, plan, step, target.route))}`);
  const resources = [WRITTEN.configMap, ...plan.steps.map((_, step) => WRITTEN.testRun(step))];
  write(WRITTEN.kustomization, `${KUSTOMIZATION}${yaml({ resources })}`);
  folder.record(head);
  folder.record({ v: 1, kind: 'capacity', at: Date.parse(head.startedAt), plan });
  write(WRITTEN.plan, planEnv(settings, cluster, head.run, folder.path, io));
  write(WRITTEN.commands, asset(join(io.assets, 'k6-operator', WRITTEN.commands)));
  const script = shellWord(join(folder.path, WRITTEN.commands));
  return `Wrote the plan of ${plan.steps.length} steps with ${cluster.pods} pods to ${folder.path}. Nothing was sent.\nRead ${script} and ${WRITTEN.plan}, then run: sh ${script}\n`;
}

/** The manifest in YAML 1.1, which Kubernetes reads: `no` would be false and `1_000` a number, so every value is quoted, except texts of several lines. */
function yaml(manifest: object): string {
  const document = new Document(manifest, { version: '1.1', aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (place, node) => {
      if (place !== 'key' && typeof node.value === 'string' && !node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** k6 starts, writes its last lines and exits; the operator checks every few seconds. */
const SPARE_SECONDS = 60;

/** The parameters of load/k6-operator/commands.sh for one run, in shell. */
export function planEnv(
  {
    plan,
    keySources: sources,
    owned,
    target: { timeoutMs, route },
  }: Pick<CapacitySettings, 'keySources' | 'owned'> & {
    readonly plan: Pick<CapacityPlan, 'steps' | 'instances'>;
    readonly target: Pick<TargetSettings, 'timeoutMs' | 'route'>;
  },
  { pods, namespace = '' }: Cluster,
  run: string,
  folder: string,
  io: Pick<Io, 'cwd' | 'script'>,
): string {
  const { cwd } = io;
  const names = namesFor(run);
  const { cert, key } = route.certificate ?? {};
  const certificate = Object.entries({ [MOUNTED.certificate]: cert, [MOUNTED.certificateKey]: key }).flatMap(
    ([name, path]) => (path === undefined ? [] : [{ name, path: shellWord(relative(cwd, path)) }]),
  );
  const files = [
    ...sources.flatMap(({ source }) => ('file' in source ? [shellWord(source.file)] : [])),
    ...certificate.map(({ path }) => path),
  ];
  const steps = plan.steps.map(({ level, rps, seconds, warmUpSeconds }, step) => {
    const most = Math.ceil(seconds + warmUpSeconds + timeoutMs / 1_000 + SPARE_SECONDS);
    return `${step + 1} ${names.testRun(step)} ${most} ${Math.round(level * 100)} ${rate(rps)}`;
  });
  const labels = Object.entries(LABELS).map((label) => label.join('='));
  const parts = [
    `--from-file=${MOUNTED.keyFile}=/dev/stdin`,
    ...certificate.map(({ name, path }) => `--from-file=${name}=${path}`),
  ];
  return [
    `# Run ${run}, for commands.sh.`,
    `written_in=${shellWord(relative(resolve(cwd, folder), cwd) || '.')}`,
    `folder=${shellWord(folder)}`,
    `namespace=${namespace}`,
    `secret=${names.secret}`,
    `config_map=${names.configMap}`,
    `test_runs='${plan.steps.map((_, step) => names.testRun(step)).join(' ')}'`,
    `pods='${Array.from({ length: pods }, (_, index) => index + 1).join(' ')}'`,
    `keys_needed=${owned.reduce((sum, { keys }) => sum + keys, 0)}`,
    `plans='${owned.map((one) => one.plan).join(', ')}'`,
    `variables='${sources.flatMap(({ source }) => ('env' in source ? [source.env] : [])).join(' ')}'`,
    `files() { ${files.length === 0 ? ':' : `printf '%s\\n' ${files.join(' ')}`}; }`,
    '# The lines of the Secret: names and keys.',
    `keys() { ${keyLines(sources).join('; ')}; }`,
    `planned_secret() { cluster create secret generic "$secret" ${parts.join(' ')} --dry-run=client -o yaml | cluster label --local -f - ${labels.join(' ')} -o yaml; }`,
    `planned_storecheck() { command ${called(io)} "$@"; }`,
    '# Number, TestRun, seconds at most, percent of the projected peak, rate.',
    "steps() { cat <<'END'",
    ...steps,
    'END',
    '}',
    '',
  ].join('\n');
}

/** Commands that print the lines of k6's secret file, `pro#1=…`, numbered like the pool. */
function keyLines(sources: readonly KeyReference<string>[]): string[] {
  const plans = [...new Set(sources.map(({ plan }) => plan))];
  return plans.map((plan) => {
    const reads = sources
      .filter((one) => one.plan === plan)
      .map(({ source }) => ('file' in source ? `awk 1 <${shellWord(source.file)}` : `printf '%s\\n' "$${source.env}"`));
    return `{ ${reads.join('; ')}; } | tr -d '\\r' | awk 'NF { print "${plan}#" ++n "=" $1 }'`;
  });
}
