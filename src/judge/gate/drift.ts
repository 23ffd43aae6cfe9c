import type { ObservedValue } from '../../rules/outcome.ts';
import type { VerdictKind } from '../verdict.ts';
import { stablePart } from './stable-part.ts';

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
