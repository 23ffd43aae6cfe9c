import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Document, visit } from 'yaml';
import type { Head } from '../../../exchange/records/run-record.ts';
import type { Io } from '../../../io/io.ts';
import { capacityConfig } from '../../../run/capacity.ts';
import { shellWord } from '../../../text/shell-word.ts';
import type { RunFolder } from '../../files/folder.ts';
import { loadScript } from '../../find-k6.ts';
import type { CapacitySettings } from '../read-capacity.ts';
import { configMap, namesFor, testRun } from './manifests.ts';
import { planEnv } from './plan-env.ts';
import type { Cluster } from './read-cluster.ts';

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
