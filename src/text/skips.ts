import { type Coded, reasonsFrom } from './template.ts';

/** Why a request was skipped, by its code. */
export const SKIPS = {
  'read-only': 'read-only run: creates are skipped',
  'budget-reserved': 'the rest of the request budget is kept for confirmation attempts',

  // Not needed
  'probe-not-refused': 'request {probe} was not refused',
  'lower-scheme-accepted': '`bearer` in lower case was accepted',
  'no-entity-tag': 'the list has no ETag',
  'key-not-in-url': 'this run sends the key in no URL',
  'key-without-letters': 'the key has no letters',
  'enough-animals': 'the store shows {enough} animals or more',
  'enough-of-status': 'the store has at least {enough} {status} animals',
  'no-page-to-complete': 'no status has more than 20 animals, or the complete list is a full page',
  'store-not-filled': 'the store had enough animals of a status before the run',
  'store-too-small': 'the store shows fewer than {maximum} animals',
  'default-page-known': 'the default page needs no comparison',
  'animal-found': 'the listed animal was found',

  // Evidence is missing
  'nothing-created': 'nothing was created',
  'no-animal-listed': 'no list showed an animal',
  'no-animal-known': 'no animal is known',
  'no-category-listed': 'no list showed a category: name one in categories of the target in storecheck.yaml',
  'probe-not-answered': 'request {probe} got no response',
} as const satisfies Readonly<Record<string, string>>;

export type SkipReason = Coded<keyof typeof SKIPS>;

export const skipReason = reasonsFrom(SKIPS);
