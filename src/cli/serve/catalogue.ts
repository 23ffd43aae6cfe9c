import {
  exploredFaults,
  faults,
  legalVariants,
  limitFaults,
  limitVariants,
  type Variant,
} from '../../reference/index.ts';
import { didYouMean, type Problems } from '../console/problems.ts';

const FAULTS: readonly Variant[] = [...faults, ...exploredFaults, ...limitFaults];
/** All faults, without duplicates of both parts. */
const VARIANTS: readonly Variant[] = [...new Set([...legalVariants, ...limitVariants])];

/** Finds faults and variants by id. Adds a problem for an unknown id. */
export function readVariants(
  { fault, variant }: { readonly fault: readonly string[]; readonly variant: readonly string[] },
  problems: Problems,
): Variant[] {
  return [...pick(fault, FAULTS, '--fault', problems), ...pick(variant, VARIANTS, '--variant', problems)];
}

function pick(ids: readonly string[], variants: readonly Variant[], option: string, problems: Problems): Variant[] {
  return ids.flatMap((id) => {
    const found = variants.find((variant) => variant.id === id);
    if (found === undefined)
      problems.add(
        `${option}: unknown id ${JSON.stringify(id)}${didYouMean(
          id,
          variants.map((variant) => variant.id),
        )}; storecheck serve --list shows them`,
      );
    return found ?? [];
  });
}

/** The list of all faults and variants, as text. */
export function catalogue(): string {
  const rows = (title: string, variants: readonly Variant[]) => [
    title,
    ...variants.map(({ id, title: what }) => `  ${id.padEnd(42)} ${what}`),
  ];
  return `${[...rows('faults (--fault)', FAULTS), '', ...rows('legal variants (--variant)', VARIANTS)].join('\n')}\n`;
}
