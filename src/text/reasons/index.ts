import { CAPACITY_REASONS } from './capacity.ts';
import { CHECK_REASONS } from './checks.ts';
import { LIMIT_REASONS } from './limits.ts';
import { RATE_REASONS } from './rate.ts';

/** Every reason for a missing verdict by its code: inconclusive, not applicable, skipped. */
export const REASONS = {
  'not-selected': 'not selected for this run',
  'option-not-given': 'only tested with {option}',
  'key-not-in-url': 'not tested on production, where access logs would show a key in the URL',
  'read-only': 'read-only run: nothing is created',
  'set-up': 'set-up mistake: {mistake}',
  'k6-missing': 'k6 was not found: {problem}',
  ...LIMIT_REASONS,
  ...CAPACITY_REASONS,
  ...CHECK_REASONS,
  ...RATE_REASONS,
} as const satisfies Readonly<Record<string, string>>;

export type ReasonCode = keyof typeof REASONS;
