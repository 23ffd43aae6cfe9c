import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { Head } from '../../../exchange/index.ts';
import type { Io } from '../../../io/io.ts';
import { capacityConfig } from '../../../run/capacity/capacity-config.ts';
import type { RunFolder } from '../../../run/lifecycle/lifecycle.ts';
import { loadScripts } from '../../assets.ts';
import type { CapacitySettings } from '../read-capacity.ts';
import { commands } from './commands.ts';
import { configMap, testRun } from './manifests.ts';
import { namesFor, WRITTEN } from './names.ts';

/**
 * Writes the manifests for a cluster with the k6-operator, and the projection as the beginning of the journal that the pods' logs are
 * merged into. Sends nothing. Returns the instructions.
 */
export function distribute(
  settings: CapacitySettings,
  head: Head,
  folder: RunFolder,
  io: Pick<Io, 'assets' | 'cwd'>,
): string {
  const { plan, keySources, target } = settings;
  const names = namesFor(head.run);
  const write = (name: string, text: string) =>
    writeFileSync(resolve(io.cwd, folder.path, name), text, { mode: 0o600 });
  const yaml = (value: unknown) => stringify(value, { lineWidth: 0 });
  const configs = plan.steps.map((step) => capacityConfig(head, plan, step, target.timeoutMs));
  write(WRITTEN.configMap, yaml(configMap(names, readFileSync(loadScripts(io).capacity, 'utf8'), configs)));
  for (const step of plan.steps.keys()) write(WRITTEN.testRun(step), yaml(testRun(names, plan, step)));
  folder.record(head);
  folder.record({ v: 1, kind: 'capacity', at: Date.parse(head.startedAt), plan });
  const todo = commands(io.cwd, { folder: folder.path, names, plan, sources: keySources });
  write(WRITTEN.commands, todo);
  return `${todo}\n# These commands are also in ${join(folder.path, WRITTEN.commands)}. Nothing was sent.\n`;
}
