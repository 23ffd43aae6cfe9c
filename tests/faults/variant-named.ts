import type { Behaviour } from '../../src/reference/behaviour.ts';
import { conforming } from '../../src/reference/conforming.ts';
import { exploredFaults, faults, legalVariants, limitFaults, limitVariants } from './index.ts';
import type { Variant } from './table.ts';

const ALL: readonly Variant[] = [...faults, ...exploredFaults, ...limitFaults, ...legalVariants, ...limitVariants];
const BY_ID = new Map(ALL.map((variant) => [variant.id, variant]));

/** The fault or legal variant with this id. Throws if there is none. */
export function variantNamed(id: string): Variant {
  const variant = BY_ID.get(id);
  if (variant === undefined) throw new Error(`No fault or legal variant has the id ${id}`);
  return variant;
}

/** The conforming behaviour, outside of a server. */
export const baseOf = (): Behaviour => ({ ...conforming, now: () => 0, later: () => undefined });

/** A behaviour with a fault or variant. */
export const varied = (id: string, base = baseOf()): Behaviour => ({ ...base, ...variantNamed(id).apply(base) });
