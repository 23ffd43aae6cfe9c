import { isObject } from '../exchange/json.ts';
import { isSame, observations, type Pinned } from '../judge/gate/drift.ts';
import type { ObservedValue } from '../rules/outcome.ts';
import type { Result } from './result.ts';

/** A file without valid pinned observations. The message continues a sentence that begins with the file's name. */
export class ObservationsError extends Error {
  override readonly name = 'ObservationsError' as const;
}

/** The pinned observations of every target, by the target's name. */
export interface ObservationsFile {
  readonly schemaVersion: 1;
  readonly targets: Readonly<Record<string, readonly Pinned[]>>;
}

export const NO_OBSERVATIONS: ObservationsFile = { schemaVersion: 1, targets: {} };

/** Reads a file that `storecheck accept --observed` wrote. */
export function readObservations(text: string): ObservationsFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new ObservationsError('is not JSON');
  }
  if (!isObject(value) || value['schemaVersion'] !== 1 || !isObject(value['targets']))
    throw new ObservationsError(
      'has no pinned observations that this version reads (storecheck accept --observed writes them)',
    );
  const targets = Object.entries(value['targets']);
  const flawed = targets.filter(([, pinned]) => !(Array.isArray(pinned) && pinned.every(isPinned)));
  if (flawed.length > 0)
    throw new ObservationsError(
      `has something else than { id, value } in the list of the target ${flawed.map(([target]) => JSON.stringify(target)).join(', ')}`,
    );
  return value as unknown as ObservationsFile;
}

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

const isPinned = (one: unknown): boolean =>
  isObject(one) &&
  typeof one['id'] === 'string' &&
  one['value'] !== undefined &&
  (one['plan'] === undefined || typeof one['plan'] === 'string');
