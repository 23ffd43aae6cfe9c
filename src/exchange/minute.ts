/** The next minute after a moment: `2027-01-02 03:04 UTC`. */
export const minuteOf = (moment: number): string =>
  `${new Date(moment + 60_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
