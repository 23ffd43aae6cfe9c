/** Reasons of load and capacity experiments. */
export const CAPACITY_REASONS = {
  'load-incomplete': '{problem}',
  'capacity-not-shown': '{why}',
} as const;
