import { type Behaviour, conforming } from '../../src/reference/behaviour.ts';
import { checkFaults, limitFaults as limitFaultsToTry } from '../../src/reference/faults.ts';
import { credentialFaults } from './auth/credentials.ts';
import { authResponseFaults } from './auth/responses.ts';
import { rejectionFaults } from './create/rejections.ts';
import { createResponseFaults } from './create/responses.ts';
import { createValueFaults } from './create/values.ts';
import { errorFaults } from './error.ts';
import { exploredOverTimeFaults } from './explored/over-time.ts';
import { exploredPayloadFaults } from './explored/payloads.ts';
import { exploredRequestFaults } from './explored/requests.ts';
import { getContentFaults } from './get/content.ts';
import { getLookupFaults } from './get/lookup.ts';
import { admittedFaults } from './limit/admitted.ts';
import { counterFaults } from './limit/counters.ts';
import { refusalFaults } from './limit/refusals.ts';
import { limitResetFaults } from './limit/reset.ts';
import { retryAfterFaults } from './limit/retry-after.ts';
import { pacedFaults, windowFaults } from './limit/windows.ts';
import { listContentFaults } from './list/content.ts';
import { listFilterFaults } from './list/filter.ts';
import { listLimitFaults } from './list/limit.ts';
import { storeOverTimeFaults } from './list/over-time.ts';
import { listResponseFaults } from './list/responses.ts';
import { mediaFaults } from './media.ts';
import { rateCountingFaults } from './rate/counting.ts';
import { rateHeaderFaults } from './rate/headers.ts';
import { rateValueFaults } from './rate/values.ts';
import { reportedFaults } from './reported.ts';
import { robustFaults } from './robust.ts';
import type { FaultRow, VariantRow } from './table.ts';
import { bodyVariants } from './variants/bodies.ts';
import { headerVariants } from './variants/headers.ts';
import { limiterVariants } from './variants/limiters.ts';
import { exhaustionVariants } from './variants/limiters-when-exhausted.ts';
import { payloadVariants } from './variants/payloads.ts';
import { queryVariants } from './variants/queries.ts';
import { storeAndWindowVariants } from './variants/stores-and-windows.ts';
import { wireVariants } from './variants/wire.ts';

/** Violations of the specification that the conformance checks must find. */
export const faults: readonly FaultRow[] = [
  ...checkFaults,
  ...credentialFaults,
  ...authResponseFaults,
  ...listResponseFaults,
  ...storeOverTimeFaults,
  ...listContentFaults,
  ...listFilterFaults,
  ...listLimitFaults,
  ...createResponseFaults,
  ...createValueFaults,
  ...rejectionFaults,
  ...getLookupFaults,
  ...getContentFaults,
  ...errorFaults,
  ...mediaFaults,
  ...robustFaults,
  ...rateHeaderFaults,
  ...rateCountingFaults,
  ...rateValueFaults,
  ...reportedFaults,
];

/** Violations that only `check --depth thorough` finds. */
export const exploredFaults: readonly FaultRow[] = [
  ...exploredPayloadFaults,
  ...exploredRequestFaults,
  ...exploredOverTimeFaults,
];

/** Violations that show only if a limit is exhausted. The limit experiment must find them. */
export const limitFaults: readonly FaultRow[] = [
  ...admittedFaults,
  ...counterFaults,
  ...windowFaults,
  ...limitResetFaults,
  ...refusalFaults,
  ...retryAfterFaults,
  ...limitFaultsToTry,
];

/** Choices that the specification leaves open. The conformance checks must pass. */
export const legalVariants: readonly VariantRow[] = [
  ...queryVariants,
  ...bodyVariants,
  ...payloadVariants,
  ...headerVariants,
  ...wireVariants,
  ...limiterVariants,
  ...storeAndWindowVariants,
];

/** Choices that affect a limit experiment. It must pass. */
export const limitVariants: readonly VariantRow[] = [...exhaustionVariants, ...limiterVariants, ...wireVariants];

const ALL = [faults, exploredFaults, limitFaults, pacedFaults, legalVariants, limitVariants].flat();
const BY_ID = new Map(ALL.map((variant) => [variant.id, variant]));

/** The fault or legal variant with this id. Throws if there is none. */
export function variantNamed(id: string): VariantRow {
  const variant = BY_ID.get(id);
  if (variant === undefined) throw new Error(`No fault or legal variant has the id ${id}`);
  return variant;
}

/** The conforming behaviour, outside of a server. */
export const baseOf = (): Behaviour => ({ ...conforming, now: () => 0, later: () => undefined });
