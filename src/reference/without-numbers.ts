/** What hangs on numbers that nobody finds under other names. */
export const WITHOUT_NUMBERS = [
  'rate.limit-matches-plan',
  'rate.remaining-in-range',
  'rate.remaining-counts-down',
  'rate.counts-every-operation',
  'rate.reset-unix-seconds',
  'rate.reset-in-window',
  'rate.single-integer',
] as const;
