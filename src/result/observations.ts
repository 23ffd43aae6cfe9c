import { isObject } from '../exchange/json.ts';
import { isSame, observations } from '../judge/gate/drift.ts';
import type { ObservationsFile, Pinned } from '../judge/gate/schema.ts';
import type { ObservedValue } from '../rules/outcome.ts';
import type { Result } from './result.ts';

export const NO_OBSERVATIONS: ObservationsFile = { schemaVersion: 1, targets: {} };

export function pinnedFor({ targets }: ObservationsFile, target: string): readonly Pinned[] | undefined {
  return Object.hasOwn(targets, target) ? targets[target] : undefined;
}

/** Replaces the target's observations by those of a run. Keeps other targets, and observations that this run does not have. */
export function pin(file: ObservationsFile, { target, requirements }: Result): ObservationsFile {
  const seen = observations(requirements);
  const kept = (pinnedFor(file, target.name) ?? []).filter((old) => !seen.some((one) => isSame(one, old)));
  const targets = Object.entries({ ...file.targets, [target.name]: [...kept, ...seen].toSorted(byName) });
  return { schemaVersion: 1, targets: Object.fromEntries(targets.toSorted(([a], [b]) => compare(a, b))) };
}

/** Indented JSON with sorted fields, so that version control shows small diffs. */
export function observationsText(file: ObservationsFile): string {
  return `${JSON.stringify(file, sorted, 2)}\n`;
}

/** Sorts fields, except those of the file's head. */
const sorted = (name: string, value: ObservedValue): ObservedValue =>
  name === 'value' && isObject(value)
    ? Object.fromEntries(Object.entries(value as Record<string, ObservedValue>).toSorted(([a], [b]) => compare(a, b)))
    : value;

const byName = (a: Pinned, b: Pinned) => compare(a.id, b.id) || compare(a.plan ?? '', b.plan ?? '');

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
