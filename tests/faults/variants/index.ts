import type { Variant } from '../../../src/reference/variant.ts';
import { bodyVariants } from './bodies.ts';
import { headerVariants } from './headers.ts';
import { limiterVariants } from './limiters.ts';
import { exhaustionVariants } from './limiters-when-exhausted.ts';
import { payloadVariants } from './payloads.ts';
import { queryVariants } from './queries.ts';
import { storeAndWindowVariants } from './stores-and-windows.ts';
import { wireVariants } from './wire.ts';

/** Choices that the specification leaves open. The conformance checks must pass. */
export const legalVariants: readonly Variant[] = [
  ...queryVariants,
  ...bodyVariants,
  ...payloadVariants,
  ...headerVariants,
  ...wireVariants,
  ...limiterVariants,
  ...storeAndWindowVariants,
];

/** Choices that affect a limit experiment. It must pass. */
export const limitVariants: readonly Variant[] = [...exhaustionVariants, ...limiterVariants, ...wireVariants];
