import type { Settings } from '../../exchange/records/run-record.ts';
import type { Probe } from '../../probes/probe.ts';
import { matcherOf } from '../../spec/pattern.ts';
import type { Check } from '../../spec/requirements/index.ts';

/** Whether the run judges this requirement: an `--only` pattern matches it (or there is none), and no `--skip` pattern does. */
export function isSelected(id: string, { only, skip }: Pick<Settings, 'only' | 'skip'>): boolean {
  return (only.length === 0 || matcherOf(only)(id)) && !matcherOf(skip)(id);
}

export function selectedChecks(checks: readonly Check[], selection: Pick<Settings, 'only' | 'skip'>): Check[] {
  return checks.filter(({ requirement }) => isSelected(requirement, selection));
}

/** The probes that the checks need, with what those build on, in their order. The first contact is always among them. */
export function probesFor(checks: readonly Check[], probes: readonly Probe[]): Probe[] {
  const [contact] = probes;
  if (contact === undefined || checks.some(({ from }) => from === 'all')) return [...probes];
  const byId = new Map(probes.map((probe) => [probe.id, probe]));
  const wanted = new Set<string>();
  const add = (id: string): void => {
    if (wanted.has(id)) return;
    wanted.add(id);
    for (const used of byId.get(id)?.uses ?? []) add(used);
  };
  for (const id of [contact.id, ...checks.flatMap(({ from }) => from)]) add(id);
  return probes.filter(
    ({ id, onlyIf, uses, writes }) =>
      wanted.has(id) || (onlyIf !== undefined && !writes && uses.some((used) => wanted.has(used))),
  );
}
