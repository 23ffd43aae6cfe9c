import { CAPACITY_REASONS } from './capacity.ts';
import { CHECK_REASONS } from './checks.ts';
import { LIMIT_REASONS } from './limits.ts';
import { RATE_REASONS } from './rate.ts';

/** Every reason for a missing verdict by its code: inconclusive, not applicable, skipped. */
export const REASONS = {
  'not-selected': 'not selected for this run',
  'option-not-given': 'only tested with {option}',
  'read-only': 'read-only run: nothing is created',
  'set-up': 'set-up mistake: {mistake}',
  'k6-missing': 'k6 was not found: {problem}',
  ...LIMIT_REASONS,
  ...CAPACITY_REASONS,
  ...CHECK_REASONS,
  ...RATE_REASONS,
} as const satisfies Readonly<Record<string, string>>;

export type ReasonCode = keyof typeof REASONS;

/** What to do about a reason whose sentence does not say it: `storecheck explain CODE` prints it. */
export const REASON_ADVICE: Readonly<Partial<Record<ReasonCode, string>>> = {
  'not-selected': 'run without --only and --skip',
  'option-not-given': 'run storecheck limits with this option, e.g. --second-key free=env:OTHER_CUSTOMER',
  'read-only': 'run with --allow-writes, or set allow: { writes: true } for the target: animals cannot be deleted',
  'set-up': 'correct the mistake that the report names, and run again',
  'k6-missing': 'run storecheck k6 install, or set --k6 to the path of a k6',
  'no-refill': 'nothing to do: the requirement is only about limiters that refill continuously',
};
