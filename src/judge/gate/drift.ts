import { isObject } from '../../exchange/json.ts';
import { type ObservedValue, UNCLEAR_LIMIT } from '../../rules/conclusion.ts';
import type { RequirementId } from '../../spec/requirements/catalogue.ts';
import type { Drift, ObservationsFile, Pinned } from './gate-schema.ts';

type Named = { readonly id: string; readonly plan?: string | undefined };
type ObservedRow = Named & { readonly value?: ObservedValue | undefined };

/** The observed values of a run without parts that change on a conforming service. */
export function observations(rows: readonly ObservedRow[]): Pinned[] {
  return rows.flatMap((row) => {
    const value = stablePart(row.id, row.value);
    return value === undefined ? [] : [{ ...idWithPlan(row), value }];
  });
}

export const NO_OBSERVATIONS: ObservationsFile = { schemaVersion: 1, targets: {} };

export function pinnedFor({ targets }: ObservationsFile, target: string): readonly Pinned[] | undefined {
  return Object.hasOwn(targets, target) ? targets[target] : undefined;
}

type Observed = { readonly target: { readonly name: string }; readonly requirements: readonly ObservedRow[] };

/** Replaces the target's observations by those of a run. Keeps other targets, and observations that this run does not have. */
export function pin(file: ObservationsFile, { target, requirements }: Observed): ObservationsFile {
  const seen = observations(requirements);
  const kept = (pinnedFor(file, target.name) ?? []).filter((old) => !seen.some((one) => isSame(one, old)));
  const targets = { ...file.targets, [target.name]: [...kept, ...seen].toSorted(byName) };
  return { schemaVersion: 1, targets };
}

const byName = ({ id: a, plan: x = '' }: Pinned, { id: b, plan: y = '' }: Pinned) =>
  `${a} ${x}` < `${b} ${y}` ? -1 : 1;

/** The fields in sorted order, so that version control shows small diffs. */
const sorted = <T>(fields: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(fields).toSorted());

export function observationsText(file: ObservationsFile): string {
  const sortFields = (_name: string, value: ObservedValue) => (isObject(value) ? sorted(value) : value);
  return `${JSON.stringify(file, sortFields, 2)}\n`;
}

/** The observations that differ from the pinned ones. Those on one side only are ignored. */
export function drift(rows: readonly ObservedRow[], pinned: readonly Pinned[]): Drift[] {
  return observations(rows).flatMap((seen) => {
    const before = pinned.find((one) => isSame(one, seen));
    const value = before === undefined ? undefined : stablePart(before.id, before.value);
    const change = value === undefined ? undefined : difference(value, seen.value);
    return change === undefined ? [] : [{ ...idWithPlan(seen), ...change }];
  });
}

/** Whether two entries are the same observation: only `limit.*` differs between plans. */
const isSame = (a: Named, b: Named): boolean => a.id === b.id && idWithPlan(a).plan === idWithPlan(b).plan;

/** The id, with the plan of a limit. */
export function idWithPlan({ id, plan }: Named): { readonly id: string; readonly plan?: string } {
  return id.startsWith('limit.') && plan !== undefined ? { id, plan } : { id };
}

/** Compares the fields that both have: each is an observation of its own, and a response may be lost. */
function difference(pinned: ObservedValue, seen: ObservedValue): Pick<Drift, 'pinned' | 'seen'> | undefined {
  if (!isObject(pinned) || !isObject(seen)) return written(pinned) === written(seen) ? undefined : { pinned, seen };
  const changed = Object.keys(seen)
    .filter((name) => Object.hasOwn(pinned, name))
    .filter((name) => written(pinned[name] ?? null) !== written(seen[name] ?? null));
  const only = (value: Readonly<Record<string, ObservedValue>>) =>
    Object.fromEntries(changed.map((name) => [name, value[name] ?? null]));
  return changed.length === 0 ? undefined : { pinned: only(pinned), seen: only(seen) };
}

/** A value as JSON. No observed value contains a mapping whose fields could have another order. */
const written = (value: ObservedValue): string => JSON.stringify(value);

type StablePartOf = (value: ObservedValue | undefined) => ObservedValue | undefined;

/** The stable part of these observations; undefined if one shows nothing. All others are compared completely. */
const PARTS = {
  // Lists of created animals and bare ids show the same order; a read-only run has only the ids.
  'list.order': (value) => DIRECTIONS[String(value)] ?? value,
  // The number of animals decides whether these can be distinguished.
  'list.limit-out-of-range': (value) => fields(value, (_name, answer) => !UNCLEAR.includes(answer)),
  // The link may name the requested animal.
  'get.replacement': (value) => (typeof value === 'string' ? value.replace(/\/\d+(?=[/>?#]|$)/g, '/{id}') : value),
  // The shown limits are those of the key's plan.
  'rate.counts-unauthorized': (value) => fields(value, (name) => name === 'drawsOnTheKey'),
  'limit.algorithm': (value) => fields(value, (name, found) => name === 'class' && found !== 'not determined'),
  'limit.rejects-count': (value) => fields(value, (name) => name === 'prolongsTheWait'),
} as const satisfies Partial<Record<RequirementId, StablePartOf>>;

const UNCLEAR: readonly ObservedValue[] = Object.values(UNCLEAR_LIMIT);

const DIRECTIONS: Readonly<Record<string, string>> = {
  'by id, ascending': 'oldest first',
  'by id, descending': 'newest first',
};

/** The part of an observed value that is compared between runs. */
function stablePart(id: string, value: ObservedValue | undefined): ObservedValue | undefined {
  const parts: Readonly<Record<string, StablePartOf | undefined>> = PARTS;
  const part = parts[id];
  return part === undefined ? value : part(value);
}

function fields(
  value: ObservedValue | undefined,
  keep: (name: string, value: ObservedValue) => boolean,
): ObservedValue | undefined {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name, inner]) => keep(name, inner));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
