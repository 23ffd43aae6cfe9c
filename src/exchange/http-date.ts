const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Milliseconds since 1970 of an IMF-fixdate (RFC 9110 §5.6.7), or undefined. `Date.parse` would accept "5" as a date.
 * Ignores a wrong weekday: the example in RFC 8594 has one.
 */
export function parseHttpDate(text: string): number | undefined {
  if (text !== last.text) last = { text, at: readFixdate(text) };
  return last.at;
}

/** Cache of one value: consecutive responses mostly have the same second. */
let last: { readonly text: string; readonly at: number | undefined } = { text: '', at: undefined };

function readFixdate(text: string): number | undefined {
  const match = /^([A-Z][a-z]{2}), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/.exec(text);
  if (match === null) return undefined;
  const [, weekday = '', day = '', monthName = '', year = '', hour = '', minute = '', second = ''] = match;
  const month = MONTHS.indexOf(monthName);
  if (month < 0 || !DAYS.includes(weekday)) return undefined;
  const [d, h, m, s] = [Number(day), Number(hour), Number(minute), Number(second)];
  const midnight = Date.UTC(Number(year), month, d);
  if (new Date(midnight).getUTCDate() !== d || h > 23 || m > 59 || s > 60) return undefined;
  return midnight + ((h * 60 + m) * 60 + s) * 1000;
}

/** The next minute after a moment: `2027-01-02 03:04 UTC`. */
export const minuteOf = (moment: number): string =>
  `${new Date(moment + 60_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
