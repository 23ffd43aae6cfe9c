/**
 * Milliseconds since 1970 of an IMF-fixdate (RFC 9110 §5.6.7), or undefined. `Date.parse` alone would accept "5" as a date.
 * Ignores a wrong weekday: the example in RFC 8594 has one.
 */
export function parseHttpDate(text: string): number | undefined {
  // A Date has no leap second.
  const usual = text.replace(/:60 GMT$/, ':59 GMT');
  const at = /^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), /.test(usual) ? Date.parse(usual) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toUTCString().slice(5) !== usual.slice(5)) return undefined;
  return usual === text ? at : at + 1_000;
}

/** The next minute after a moment: `2027-01-02 03:04 UTC`. */
export const minuteOf = (moment: number): string =>
  `${new Date(moment + 60_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
