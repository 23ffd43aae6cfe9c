import type { ObservedValue } from '../../rules/outcome.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import type { VerdictKind } from '../verdict.ts';

/** What a behaviour that the document leaves open was when somebody looked at it and kept it. */
export interface Pinned {
  readonly id: string;
  /** Where each plan is observed by itself (`limit.*`). */
  readonly plan?: string | undefined;
  readonly value: ObservedValue;
}

/** A behaviour that is not what it was. Of values with fields only those that differ. */
export interface Drift {
  readonly id: string;
  readonly plan?: string;
  readonly pinned: ObservedValue;
  readonly seen: ObservedValue;
}

interface Row {
  readonly id: string;
  readonly plan?: string | undefined;
  readonly verdict: VerdictKind;
  readonly value?: ObservedValue;
}

/** The observed values of a run, to be kept: only what stays the same while the service does. */
export function observations(rows: readonly Row[]): Pinned[] {
  return rows.flatMap((row) => {
    const value = row.verdict === 'observed' && row.value !== undefined ? stablePart(row.id, row.value) : undefined;
    return value === undefined ? [] : [{ ...nameOf(row), value }];
  });
}

/** What was seen and is not as it was pinned. What was not seen this time, or was never pinned, is no drift. */
export function drift(rows: readonly Row[], pinned: readonly Pinned[]): Drift[] {
  return observations(rows).flatMap((seen) => {
    const before = pinned.find((one) => isSame(one, seen));
    const value = before === undefined ? undefined : stablePart(before.id, before.value);
    const change = value === undefined ? undefined : difference(value, seen.value);
    return change === undefined ? [] : [{ ...nameOf(seen), ...change }];
  });
}

/** The same observation: one key serves all but `limit.*`, and which plan's key it is makes no difference. */
export function isSame(a: Omit<Pinned, 'value'>, b: Omit<Pinned, 'value'>): boolean {
  return a.id === b.id && nameOf(a).plan === nameOf(b).plan;
}

function nameOf({ id, plan }: Omit<Pinned, 'value'>): { readonly id: string; readonly plan?: string } {
  return id.startsWith('limit.') && plan !== undefined ? { id, plan } : { id };
}

/** Fields are observations of their own, and an answer may be lost: those that both have are compared. */
function difference(pinned: ObservedValue, seen: ObservedValue): Pick<Drift, 'pinned' | 'seen'> | undefined {
  if (!isRecord(pinned) || !isRecord(seen)) return canonical(pinned) === canonical(seen) ? undefined : { pinned, seen };
  const changed = Object.keys(seen)
    .filter((name) => Object.hasOwn(pinned, name))
    .filter((name) => canonical(pinned[name] ?? null) !== canonical(seen[name] ?? null));
  const only = (value: Readonly<Record<string, ObservedValue>>) =>
    Object.fromEntries(changed.map((name) => [name, value[name] ?? null]));
  return changed.length === 0 ? undefined : { pinned: only(pinned), seen: only(seen) };
}

function isRecord(value: ObservedValue): value is { readonly [key: string]: ObservedValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As JSON, whatever order the fields were written in. */
const canonical = (value: ObservedValue): string =>
  JSON.stringify(value, (_name, inner: ObservedValue) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

type Part = (value: ObservedValue) => ObservedValue | undefined;

/** Observations of which only a part stays the same while the service does; undefined where this one could tell nothing. All others count as a whole. */
const PARTS = {
  // Lists of creations and bare ids tell the same order with more or less to go by: a read-only run has the ids alone.
  'list.order': (value) => (typeof value === 'string' ? (DIRECTIONS[value] ?? value) : value),
  // How many animals there are decides whether these can be told apart.
  'list.limit-out-of-range': (value) => fields(value, (_name, answer) => !/^answered \(|^other$/.test(String(answer))),
  // The link may name the animal that was asked for.
  'get.replacement': (value) => (typeof value === 'string' ? value.replace(/\/\d+(?=[/>?#]|$)/g, '/{id}') : value),
  // The limits shown are those of the key's plan.
  'rate.counts-unauthorized': (value) => fields(value, (name) => name === 'drawsOnTheKey'),
  'limit.algorithm': (value) => fields(value, (name, found) => name === 'class' && found !== 'not determined'),
  'limit.rejects-count': (value) => fields(value, (name) => name === 'prolongsTheWait'),
  'limit.ban': (value) => fields(value, (name) => name === 'banned' || name === 'status'),
} as const satisfies Partial<Record<RequirementId, Part>>;

const DIRECTIONS: Readonly<Record<string, string>> = {
  'by id, ascending': 'oldest first',
  'by id, descending': 'newest first',
};

/** What of an observed value is compared between runs. */
function stablePart(id: string, value: ObservedValue): ObservedValue | undefined {
  const parts: Readonly<Record<string, Part>> = PARTS;
  const part = Object.hasOwn(parts, id) ? parts[id] : undefined;
  return part === undefined ? value : part(value);
}

/** The fields that are to be kept; undefined where none is. */
function fields(
  value: ObservedValue,
  keep: (name: string, value: ObservedValue) => boolean,
): ObservedValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([name, inner]) => keep(name, inner));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
