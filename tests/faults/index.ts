import type { Fault } from '../../src/reference/variant.ts';
import { authKeyFaults } from './auth/keys.ts';
import { authResponseFaults } from './auth/responses.ts';
import { authSchemeFaults } from './auth/schemes.ts';
import { createFieldFaults } from './create/fields.ts';
import { createNameFaults } from './create/names.ts';
import { createResponseFaults } from './create/responses.ts';
import { errorBodyFaults } from './error/bodies.ts';
import { errorFieldFaults } from './error/fields.ts';
import { exploredOverTimeFaults } from './explored/over-time.ts';
import { exploredPayloadFaults } from './explored/payloads.ts';
import { exploredRequestFaults } from './explored/requests.ts';
import { getContentFaults } from './get/content.ts';
import { getDeprecationFaults } from './get/deprecation.ts';
import { getLookupFaults } from './get/lookup.ts';
import { counterFaults } from './limit/counters.ts';
import { quotaFaults } from './limit/quotas.ts';
import { refusalFaults } from './limit/refusals.ts';
import { limitResetFaults } from './limit/reset.ts';
import { retryAfterFaults } from './limit/retry-after.ts';
import { windowFaults } from './limit/windows.ts';
import { listContentFaults } from './list/content.ts';
import { listFilterFaults } from './list/filter.ts';
import { listLimitFaults } from './list/limit.ts';
import { storeOverTimeFaults } from './list/over-time.ts';
import { listResponseFaults } from './list/responses.ts';
import { mediaFaults } from './media.ts';
import { rateCountingFaults } from './rate/counting.ts';
import { rateHeaderFaults } from './rate/headers.ts';
import { rateQuotaFaults } from './rate/limit-and-remaining.ts';
import { rateResetFaults } from './rate/reset-header.ts';
import { refusalOfPayloadFaults } from './refusals.ts';
import { robustFaults } from './robust.ts';

/** Violations of the specification that the conformance checks must find. */
export const faults: readonly Fault[] = [
  ...authKeyFaults,
  ...authSchemeFaults,
  ...authResponseFaults,
  ...listResponseFaults,
  ...storeOverTimeFaults,
  ...listContentFaults,
  ...listFilterFaults,
  ...listLimitFaults,
  ...createResponseFaults,
  ...createNameFaults,
  ...createFieldFaults,
  ...refusalOfPayloadFaults,
  ...getLookupFaults,
  ...getContentFaults,
  ...getDeprecationFaults,
  ...errorFieldFaults,
  ...errorBodyFaults,
  ...mediaFaults,
  ...robustFaults,
  ...rateHeaderFaults,
  ...rateCountingFaults,
  ...rateResetFaults,
  ...rateQuotaFaults,
];

/** Violations that only `check --depth thorough` finds. */
export const exploredFaults: readonly Fault[] = [
  ...exploredPayloadFaults,
  ...exploredRequestFaults,
  ...exploredOverTimeFaults,
];

/** Violations that show only if a quota is exhausted. The limit experiment must find them. */
export const limitFaults: readonly Fault[] = [
  ...quotaFaults,
  ...counterFaults,
  ...windowFaults,
  ...limitResetFaults,
  ...refusalFaults,
  ...retryAfterFaults,
];
