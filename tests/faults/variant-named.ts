import { exploredFaults, faults, legalVariants, limitFaults, limitVariants } from './index.ts';
import type { Variant } from './table.ts';

const BY_ID = new Map<string, Variant>(
  [...faults, ...exploredFaults, ...limitFaults, ...legalVariants, ...limitVariants].map((variant) => [
    variant.id,
    variant,
  ]),
);

/** The fault or legal variant with this id. Throws if there is none. */
export function variantNamed(id: string): Variant {
  const variant = BY_ID.get(id);
  if (variant === undefined) throw new Error(`No fault or legal variant has the id ${id}`);
  return variant;
}
