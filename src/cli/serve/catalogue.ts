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
/** Some are of interest to both halves. */
const VARIANTS: readonly Variant[] = [...new Set([...legalVariants, ...limitVariants])];

/** What was asked for by id; ids that do not exist are problems. */
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
        `${option}: no ${JSON.stringify(id)}${didYouMean(
          id,
          variants.map((variant) => variant.id),
        )}; storecheck serve --list shows them`,
      );
    return found ?? [];
  });
}

/** All of them, for people. */
export function catalogue(): string {
  const rows = (title: string, variants: readonly Variant[]) => [
    title,
    ...variants.map(({ id, title: what }) => `  ${id.padEnd(42)} ${what}`),
  ];
  return `${[...rows('faults (--fault)', FAULTS), '', ...rows('legal variants (--variant)', VARIANTS)].join('\n')}\n`;
}
