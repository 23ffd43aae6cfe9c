/**
 * An HTTP-date (RFC 9110 §5.6.7) in milliseconds since 1970, or null. A bare number is not a date, although
 * `Date.parse` reads it as a year.
 */
export function httpDate(text: string): number | null {
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
