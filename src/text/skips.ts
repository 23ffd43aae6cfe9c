import { type Coded, reasonsFrom } from './template.ts';

/** Why a request was skipped, by its code. */
export const SKIPS = {
  'read-only': 'read-only run: creates are skipped',
  unneeded: 'its condition does not hold in this run',

  // Evidence is missing
  'nothing-created': 'nothing was created',
  'no-animal-listed': 'no list showed an animal',
  'no-category-listed': 'no list showed a category: name one in categories of the target in storecheck.yaml',
  'probe-not-answered': 'request {probe} got no response',
} as const satisfies Readonly<Record<string, string>>;

export type SkipReason = Coded<keyof typeof SKIPS>;

export const skipReason = reasonsFrom(SKIPS);
