/** Answers to a `limit` that is out of range from which another run on the same service may differ: observed, never compared. */
export const UNCLEAR_LIMIT = {
  small: 'answered (default, clamped or unlimited: the store is too small to tell)',
  other: 'other',
} as const;
