/** Observed responses to an out-of-range `limit` that drift ignores, because another run on the same service may get a different one. */
export const UNCLEAR_LIMIT = {
  small: 'answered (default, clamped or unlimited: the store is too small to tell)',
  other: 'other',
} as const;
