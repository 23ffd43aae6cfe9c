import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Document, visit } from 'yaml';
import type { Head } from '../../../exchange/index.ts';
import type { Io } from '../../../io/io.ts';
import { capacityConfig } from '../../../run/capacity.ts';
import { shellWord } from '../../../text/shell-word.ts';
import type { RunFolder } from '../../files/folder.ts';
import { loadScript } from '../../find-k6.ts';
import type { CapacitySettings } from '../read-capacity.ts';
import { commands } from './commands.ts';
import { configMap, namesFor, testRun, WRITTEN } from './manifests.ts';
import type { Cluster } from './read-cluster.ts';

const BY_SCRIPT_ONLY = `# ${WRITTEN.commands} creates this. Do not apply it yourself: NOT_AFTER is set when it is created, and without it the pods send nothing.\n`;

/** Writes the manifests, the script and the plan for a cluster with the k6-operator. Sends nothing. Returns the instructions. */
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
  const configs = plan.steps.map((step) => capacityConfig(head, plan, step, target.timeoutMs));
  write(
    WRITTEN.configMap,
    yaml(configMap(names, readFileSync(loadScript('capacity', io), 'utf8'), configs, target.route)),
  );
  for (const [number, step] of plan.steps.entries())
    write(WRITTEN.testRun(number), `${BY_SCRIPT_ONLY}${yaml(testRun(names, plan, step, target.route))}`);
  folder.record(head);
  folder.record({ v: 1, kind: 'capacity', at: Date.parse(head.startedAt), plan });
  const script = commands(settings, cluster, head.run, folder.path, io);
  write(WRITTEN.commands, script);
  return `${script}\n# The same script is in ${join(folder.path, WRITTEN.commands)}. Nothing was sent. Read it, then run: sh ${shellWord(join(folder.path, WRITTEN.commands))}\n`;
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
