import type { LegalVariant } from '../variant.ts';
import { bodiesVariants } from './bodies/index.ts';
import { idsVariants } from './ids/index.ts';
import { limitsVariants } from './limits/index.ts';
import { payloadsVariants } from './payloads/index.ts';
import { queriesVariants } from './queries/index.ts';
import { signalsVariants } from './signals/index.ts';
import { storesVariants } from './stores/index.ts';
import { wireVariants } from './wire/index.ts';

export const legalVariants: readonly LegalVariant[] = [
  ...queriesVariants,
  ...idsVariants,
  ...bodiesVariants,
  ...payloadsVariants,
  ...wireVariants,
  ...signalsVariants,
  ...limitsVariants,
  ...storesVariants,
];
